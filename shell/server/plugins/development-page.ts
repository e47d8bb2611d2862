/**
 * Development only. Reloads the page when the server has another state, and keeps typed fields. A problem covers the
 * page until it is fixed, or Escape is pressed. Errors in the browser are sent to the server, which responds with their
 * place in the sources. Served as text: it must not use anything from outside.
 */
export function openPage(stateAddress: string, errorsAddress: string): void {
  const INTERVAL_MS = 200;
  const TYPED = 'typed';
  const fields = () =>
    [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea, select')].map(
      (field) => ({ field, key: `${field.form?.id ?? ''} ${field.name}` }),
    );
  const typed = JSON.parse(sessionStorage.getItem(TYPED) ?? '{}') as Record<string, string>;
  sessionStorage.removeItem(TYPED);
  for (const { field, key } of fields()) {
    if (!typed[key]) continue;
    field.value = typed[key];
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  const overlay = document.createElement('div');
  overlay.setAttribute('role', 'alert');
  // As properties: the page's policy forbids style attributes.
  Object.assign(overlay.style, {
    ...{ position: 'fixed', inset: '0', zIndex: '2147483647', overflow: 'auto', padding: '2rem' },
    ...{ whiteSpace: 'pre-wrap', font: '14px/1.5 monospace', background: '#1d1b22f2', color: '#ffd9d9' },
  });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') overlay.remove();
  });
  const thrown = new Set<string>();
  let known: string | undefined;
  const update = async () => {
    const answer = await fetch(stateAddress);
    if (!answer.ok) return;
    const { state, problems } = (await answer.json()) as { state: string; problems: string[] };
    if (known !== undefined && known !== state) {
      const values = fields().map(({ field, key }) => [key, field.value]);
      sessionStorage.setItem(TYPED, JSON.stringify(Object.fromEntries(values)));
      location.reload();
    }
    known = state;
    const text = [...problems, ...thrown].join('\n\n');
    if (text === '') overlay.remove();
    else if (overlay.textContent !== text) document.body.append(overlay);
    overlay.textContent = text;
  };
  const poll = () => {
    // A server that restarts will respond a moment later.
    const later = () => setTimeout(poll, INTERVAL_MS);
    update().then(later, later);
  };
  poll();

  const tell = async (error: unknown): Promise<void> => {
    const { message = String(error), stack = '' } = error instanceof Error ? error : {};
    const body = stack.includes(message) ? stack : `${message}\n${stack}`;
    thrown.add(await fetch(errorsAddress, { method: 'POST', body }).then((answer) => answer.text()));
  };
  addEventListener('error', ({ error, message }) => void tell(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => void tell(reason));
  // React and the shell log the errors that they catch.
  const log = console.error;
  console.error = (...args: unknown[]) => {
    log(...args);
    const error = args.find((arg) => arg instanceof Error);
    if (error) void tell(error);
  };
}
