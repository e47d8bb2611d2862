import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import fp from 'fastify-plugin';

/** Script that a page has in development. */
export const RELOAD_SCRIPT = '/-/reload.js';
const EVENTS = '/-/reload';
/** Milliseconds between two polls of what may have changed. */
const INTERVAL = 100;

const SCRIPT = `
let known;
new EventSource('${EVENTS}').onmessage = ({ data }) => {
  if (known !== undefined && known !== data) location.reload();
  known = data;
};
`;

interface Options {
  /** The site's state in a few letters: another one when a page would be another. */
  readonly state: () => string;
  readonly apiOrigin: string;
}

/** Development only: lets pages that are open reload themselves when a release, this server or the API is another. */
export const reload = fp<Options>((app, { state, apiOrigin }, done) => {
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
      const now = `${self} ${String(starts)} ${state()}`;
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
