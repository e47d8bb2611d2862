import fp from 'fastify-plugin';

const SCRIPT = '/-/development.js';
const STATE = '/-/development/state';
const ERRORS = '/-/development/errors';

interface Options {
  /** Open pages reload when this text changes. */
  readonly state: () => Promise<string>;
  /** Shown on open pages until there are none. */
  readonly problems: () => readonly string[];
  /** A browser's error with its locations in the sources. */
  readonly inSources: (error: string) => string;
}

/** Development only. Open pages reload after a change, and show problems. */
export const reloadingPages = fp<Options>((app, { state, problems, inSources }, done) => {
  // Added to every page, so before compression.
  app.addHook('onSend', (_request, reply, payload, next) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    const html =
      isPage && (typeof payload === 'string' || Buffer.isBuffer(payload)) ? payload.toString() : null;
    const tag = `<script src="${SCRIPT}" defer></script>`;
    next(null, html?.replace(/(?=<\/head>|<\/html>)/, tag) ?? payload);
  });
  app.get(SCRIPT, (_, reply) =>
    reply
      .type('text/javascript')
      .header('Cache-Control', 'no-store')
      .send(`(${openPage.toString()})('${STATE}', '${ERRORS}');`),
  );
  app.get(STATE, { logLevel: 'warn' }, async (_, reply) =>
    reply.header('Cache-Control', 'no-store').send({ state: await state(), problems: problems() }),
  );
  app.post(ERRORS, (request, reply) => {
    const error = inSources(String(request.body));
    app.log.error(`In the browser: ${error}`);
    return reply.send(error);
  });
  done();
});

/**
 * Development only. Reloads the page when the server's state changes, and keeps typed fields. A problem covers the page
 * until it is fixed or Escape is pressed. Browser errors are sent to the server, which responds with their location in
 * the sources. The function is served as text, so it must not use anything from outside.
 */
function openPage(stateAddress: string, errorsAddress: string): void {
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
  // Set as properties, because the page's policy forbids style attributes.
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
    // A restarting server responds a moment later.
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
  // React and the host log the errors that they catch.
  const log = console.error;
  console.error = (...args: unknown[]) => {
    log(...args);
    const error = args.find((arg) => arg instanceof Error);
    if (error) void tell(error);
  };
}
