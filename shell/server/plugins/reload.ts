import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fp from 'fastify-plugin';

/** Script that a page has in development. */
export const RELOAD_SCRIPT = '/-/reload.js';
const EVENTS = '/-/reload';
/** Milliseconds between two polls of what may have changed. */
const INTERVAL = 100;

/**
 * What was typed comes back after a reload, as if typed before the page's own code came. Problems cover the page until
 * they are mended or Escape is pressed; styles are set in the way that the policy allows.
 */
const SCRIPT = `
const fields = () => [...document.querySelectorAll('input:not([type=hidden]), textarea, select')];
const typed = JSON.parse(sessionStorage.getItem('typed') ?? '{}');
sessionStorage.removeItem('typed');
for (const field of fields()) {
  const value = typed[(field.form?.id ?? '') + ' ' + field.name];
  if (value) {
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
function reload() {
  const values = fields().map((field) => [(field.form?.id ?? '') + ' ' + field.name, field.value]);
  sessionStorage.setItem('typed', JSON.stringify(Object.fromEntries(values)));
  location.reload();
}

let known;
const overlay = document.createElement('div');
overlay.setAttribute('role', 'alert');
overlay.style.cssText = 'position:fixed;inset:0;z-index:2147483647;overflow:auto;padding:2rem;white-space:pre-wrap;font:14px/1.5 monospace;background:#1d1b22f2;color:#ffd9d9';
addEventListener('keydown', ({ key }) => { if (key === 'Escape') overlay.remove(); });
function show(problems) {
  const text = problems.map(({ part, text }) => part + '\\n' + text).join('\\n\\n');
  if (text === '') overlay.remove();
  else if (overlay.textContent !== text || !overlay.isConnected) {
    overlay.textContent = text;
    document.body.append(overlay);
  }
}
new EventSource('${EVENTS}').onmessage = ({ data }) => {
  const { state, problems } = JSON.parse(data);
  if (known !== undefined && known !== state) reload();
  known = state;
  show(problems);
};
`;

interface Options {
  /** The site's state in a few letters: another one when a page would be another. */
  readonly state: () => string;
  readonly apiOrigin: string;
  /** What is wrong with the sources now. */
  readonly problems: () => readonly Problem[];
}

/** Of a part of the site that is at work: its build, or the check of all types. */
interface Problem {
  readonly part: string;
  readonly text: string;
}

/** Problems as the parts leave them, a file each. */
export function readProblems(folder: string): Problem[] {
  const parts = existsSync(folder) ? readdirSync(folder) : [];
  return parts.map((part) => ({ part, text: readFileSync(path.join(folder, part), 'utf8') }));
}

/**
 * Development only: lets pages that are open reload themselves when a release, this server or the API is another, and
 * show what is wrong with the sources.
 */
export const reload = fp<Options>((app, { state, apiOrigin, problems }, done) => {
  const self = randomUUID();
  const ended = new AbortController();
  let starts = 0;
  // Before the server waits for its connections to end: these would never.
  app.addHook('preClose', () => {
    ended.abort();
    return Promise.resolve();
  });

  /** An API that was away is another one, with other content. */
  async function watchApi(): Promise<void> {
    let isUp = true;
    while (!ended.signal.aborted) {
      const wasUp = isUp;
      isUp = await fetch(`${apiOrigin}/api/health`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isUp && !wasUp) starts += 1;
      await pause(INTERVAL, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  }
  void watchApi();

  app.get(RELOAD_SCRIPT, (_, reply) =>
    reply.type('text/javascript').header('Cache-Control', 'no-store').send(SCRIPT),
  );

  app.get(EVENTS, { config: { compress: false } }, (request, reply) => {
    const { raw } = reply.hijack();
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    let sent = '';
    const send = () => {
      const now = JSON.stringify({ state: `${self} ${String(starts)} ${state()}`, problems: problems() });
      // By itself a browser waits for seconds before it asks a server that went away again.
      if (now !== sent) raw.write(`retry: ${String(INTERVAL)}\ndata: ${now}\n\n`);
      sent = now;
    };
    send();
    const timer = setInterval(send, INTERVAL);
    const end = () => {
      clearInterval(timer);
      raw.end();
    };
    request.raw.once('close', end);
    ended.signal.addEventListener('abort', end);
  });
  done();
});
