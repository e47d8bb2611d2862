import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CODE_DIGITS } from '@vidlunnia/shared/contracts/release';
import fp from 'fastify-plugin';
import type { Problem } from './problems';

/** Script that a page has in development. */
export const RELOAD_SCRIPT = '/-/reload.js';
const EVENTS = '/-/reload';
/** Milliseconds between two polls of what may have changed: of this process, and of the API. */
const INTERVAL = { self: 20, api: 100 };
/** Milliseconds before a browser asks a server that went away again; by itself it waits for seconds. */
const RETRY = 100;

/**
 * What was typed comes back after a reload, as if typed before the page's own code came. Where releases differ in style
 * sheets alone, the page goes on and takes the new ones: rules of the document one by one, which its policy allows, in
 * the place that decides over the order of layers. Problems cover the page until they are mended or Escape is pressed;
 * styles are set in the way that the policy allows.
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
async function restyle() {
  const text = await (await fetch(location.href)).text();
  const next = new CSSStyleSheet();
  next.replaceSync(/<style>([^]*?)<\\/style>/.exec(text)[1]);
  const { sheet } = document.querySelector('style');
  while (sheet.cssRules.length > 0) sheet.deleteRule(0);
  for (const rule of next.cssRules) sheet.insertRule(rule.cssText, sheet.cssRules.length);
  for (const link of document.querySelectorAll('link[rel=stylesheet]')) renew(link);
}
const loaded = (link) => link.sheet ?? new Promise((resolve) => link.addEventListener('load', resolve));
async function renew(link) {
  const [, name, version] = /^\\/remotes\\/(\\w+)\\/(\\w+)\\//.exec(link.getAttribute('href')) ?? [];
  if (name === undefined || version === known.versions[name]) return;
  const next = link.cloneNode();
  next.removeAttribute('integrity');
  next.href = link.getAttribute('href').replace(version, known.versions[name]);
  link.after(next);
  await Promise.all([loaded(link), loaded(next)]);
  link.remove();
}
// Code that came with the page brings the style sheets that it was built with.
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.rel === 'stylesheet') renew(node);
}).observe(document.head, { childList: true });

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
new EventSource('${EVENTS}?page=' + encodeURIComponent(location.pathname)).onmessage = ({ data }) => {
  const { code, versions, problems } = JSON.parse(data);
  const before = known;
  known = { code, versions };
  if (before !== undefined && before.code !== code) reload();
  else if (before !== undefined && JSON.stringify(before.versions) !== JSON.stringify(versions)) restyle().catch(reload);
  show(problems);
};
`;

interface Options {
  /** Of each remote the live version. */
  readonly versions: () => Readonly<Record<string, string>>;
  readonly apiOrigin: string;
  /** What is wrong now with the sources, and with a page. */
  readonly problems: (pathname: string) => readonly Problem[];
}

/**
 * Development only: lets pages that are open reload themselves when a release, this server or the API is another, take
 * new styles, and show what is wrong.
 */
export const reload = fp<Options>((app, { versions, apiOrigin, problems }, done) => {
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
      await pause(INTERVAL.api, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  }
  void watchApi();

  app.get(RELOAD_SCRIPT, (_, reply) =>
    reply.type('text/javascript').header('Cache-Control', 'no-store').send(SCRIPT),
  );

  app.get(EVENTS, { config: { compress: false } }, (request, reply) => {
    const { raw } = reply.hijack();
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const { page = '/' } = request.query as { readonly page?: string };
    let sent = '';
    const send = () => {
      const live = versions();
      const codes = Object.values(live).map((version) => version.slice(0, CODE_DIGITS));
      const code = [self, starts, ...codes].join(' ');
      const now = JSON.stringify({ code, versions: live, problems: problems(page) });
      if (now !== sent) raw.write(`retry: ${String(RETRY)}\ndata: ${now}\n\n`);
      sent = now;
    };
    send();
    const timer = setInterval(send, INTERVAL.self);
    const end = () => {
      clearInterval(timer);
      ended.signal.removeEventListener('abort', end);
      raw.end();
    };
    request.raw.once('close', end);
    ended.signal.addEventListener('abort', end);
  });
  done();
});
