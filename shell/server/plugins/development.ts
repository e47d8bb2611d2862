import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { sourceAt } from '../../src/rendering/describe-error';
import type { LiveSite } from '../releases/live-site';
import { openPage } from './development-page';

/** Script that a page has in development. */
export const DEVELOPMENT_SCRIPT = '/-/development.js';
const EVENTS = '/-/development/events';
const ERRORS = '/-/development/errors';
/** Milliseconds between two polls of what may have changed: of this process, and of the API. */
const INTERVAL = { self: 20, api: 100 };
/** Milliseconds before a browser asks a server that went away again; by itself it waits for seconds. */
const RETRY = 100;
/** Frames of an error that are shown. */
const FRAMES = 8;

/** Of pages that were rendered what they lack, by pathname. */
export type PageProblems = Pick<LRUCache<string, readonly string[]>, 'get' | 'set'>;
export const createPageProblems = (): PageProblems => new LRUCache<string, readonly string[]>({ max: 100 });

interface Options {
  readonly site: Pick<LiveSite, 'current' | 'rejected'>;
  readonly apiOrigin: string;
  /** In it parts at work leave what does not build, a file each. */
  readonly problemsFolder: string;
  readonly pageProblems: PageProblems;
  /** Folders of the files that browsers get, by the beginning of their addresses. */
  readonly files: Readonly<Record<string, string>>;
}

/** Development only: open pages reload when something is new, and show what has to be fixed. */
export const development = fp<Options>((app, options, done) => {
  const { site, apiOrigin, problemsFolder, pageProblems, files } = options;
  const self = randomUUID();
  const ended = new AbortController();
  let apiStarts = 0;
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
      if (isUp && !wasUp) apiStarts += 1;
      await pause(INTERVAL.api, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  }
  void watchApi();

  const problemsOf = (pathname: string): string =>
    [
      ...ofParts(problemsFolder),
      ...Object.entries(site.rejected())
        // An origin that does not answer is about to start.
        .filter(([, { step }]) => step !== 'discover' && step !== 'download')
        .map(([name, { step, reason }]) => `${name}\nrejected at ${step}: ${reason}`),
      ...(pageProblems.get(pathname) ?? [])
        // One without a release is about to come.
        .filter((problem) => !problem.includes('has no release'))
        .map((problem) => `${pathname}\n${problem}`),
    ].join('\n\n');

  app.get(DEVELOPMENT_SCRIPT, (_, reply) =>
    reply
      .type('text/javascript')
      .header('Cache-Control', 'no-store')
      .send(`(${openPage.toString()})(${JSON.stringify(EVENTS)}, ${JSON.stringify(ERRORS)});`),
  );

  app.post(ERRORS, (request, reply) => {
    const error = inSources(String(request.body), files);
    app.log.error(`In the browser: ${error}`);
    return reply.send(error);
  });

  app.get(EVENTS, { config: { compress: false } }, (request, reply) => {
    const { raw } = reply.hijack();
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const { page = '/' } = request.query as { readonly page?: string };
    let sent = '';
    const send = () => {
      const state = [self, apiStarts, site.current().releaseSet.id].join(' ');
      const now = JSON.stringify({ state, problems: problemsOf(page) });
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

const ofParts = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((part) => {
    const file = path.join(folder, part);
    // It may be fixed between the two.
    return existsSync(file) ? [`${part}\n${readFileSync(file, 'utf8')}`] : [];
  });

/** Address, line and column of a frame in a browser's stack. */
const FRAME = /https?:\/\/[^/\s]+(\/\w+\/)((?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.js):(\d+):(\d+)/;

/** An error of a browser with its places in the sources, as far as source maps have them; frames of packages are left out. */
function inSources(error: string, files: Options['files']): string {
  const [message = '', ...frames] = error.split(/\n(?=\s+at |.*@https?:)/);
  const places = frames.flatMap((frame) => {
    const [, prefix = '', file = '', line, column] = FRAME.exec(frame) ?? [];
    const folder = files[prefix];
    const place = folder && sourceAt(path.join(folder, file), Number(line), Number(column));
    return place ? [`    at ${place}`] : [];
  });
  return [message, ...places.slice(0, FRAMES)].join('\n');
}
