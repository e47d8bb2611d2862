// Development only. Both functions run in every page, as text: they use nothing from outside.

/** Gives fields back what was typed before a reload; `keep` keeps it for the next one. */
export function typedFields() {
  const TYPED = 'typed';
  const fields = () => [
    ...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), textarea, select'),
  ];
  const keyOf = ({ form, name }: HTMLInputElement) => `${form?.id ?? ''} ${name}`;
  const typed = JSON.parse(sessionStorage.getItem(TYPED) ?? '{}') as Record<string, string>;
  sessionStorage.removeItem(TYPED);
  for (const field of fields()) {
    const value = typed[keyOf(field)];
    if (!value) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return {
    keep: () => {
      const values = fields().map((field) => [keyOf(field), field.value]);
      sessionStorage.setItem(TYPED, JSON.stringify(Object.fromEntries(values)));
    },
  };
}

/**
 * Reloads the page when the server has another state. What has to be fixed covers the page until it is, or Escape is
 * pressed. What is thrown in the browser goes to the server, which answers with its place in the sources.
 */
export function openPage(state: string, errors: string, typed: ReturnType<typeof typedFields>): void {
  const INTERVAL = 200;
  const overlay = document.createElement('div');
  overlay.setAttribute('role', 'alert');
  // As properties: the page's policy forbids styles in text.
  Object.assign(overlay.style, {
    ...{ position: 'fixed', inset: '0', zIndex: '2147483647', overflow: 'auto', padding: '2rem' },
    ...{ whiteSpace: 'pre-wrap', font: '14px/1.5 monospace', background: '#1d1b22f2', color: '#ffd9d9' },
  });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') overlay.remove();
  });
  const thrown = new Set<string>();
  const show = (problems: readonly string[]) => {
    const text = [...problems, ...thrown].join('\n\n');
    if (text === '') overlay.remove();
    else if (overlay.textContent !== text) {
      overlay.textContent = text;
      document.body.append(overlay);
    }
  };

  let known: string | undefined;
  const poll = async (): Promise<void> => {
    // A server that starts anew answers a moment later.
    const answer = await fetch(state).catch(() => null);
    const now = answer?.ok && ((await answer.json()) as { state: string; problems: string[] });
    if (now) {
      if (known !== undefined && known !== now.state) {
        typed.keep();
        location.reload();
        return;
      }
      known = now.state;
      show(now.problems);
    }
    setTimeout(() => void poll(), INTERVAL);
  };
  void poll();

  const tell = async (error: unknown): Promise<void> => {
    const { message = String(error), stack = '' } = error instanceof Error ? error : {};
    const body = stack.includes(message) ? stack : `${message}\n${stack}`;
    thrown.add(await fetch(errors, { method: 'POST', body }).then((answer) => answer.text()));
  };
  addEventListener('error', ({ error, message }) => void tell(error ?? message));
  addEventListener('unhandledrejection', ({ reason }) => void tell(reason));
  // What React and the shell catch they log.
  const log = console.error;
  console.error = (...args: unknown[]) => {
    log(...args);
    const error = args.find((arg) => arg instanceof Error);
    if (error) void tell(error);
  };
}
