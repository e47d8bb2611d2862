import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fp from 'fastify-plugin';
import type { ReleaseReport } from '@vidlunnia/releases/release';
import { sourceAt } from '../../rendering/describe-error';
import type { EngineSettings } from '../engine-settings';

const SCRIPT = '/-/development.js';
const STATE = '/-/development/state';
const ERRORS = '/-/development/errors';
/** For the API to respond. */
const API_DEADLINE_MS = 2_000;
/** Stack frames that are shown of an error. */
const MAX_FRAMES = 8;

type Options = Pick<EngineSettings, 'apiOrigin' | 'dataDir'>;

/** Development only. Open pages reload after a change, and show problems. */
export const development = fp<Options>((app, { apiOrigin, dataDir }, done) => {
  const { engine, pageParts } = app;
  const self = randomUUID();
  const apiStarts = countStarts(apiOrigin);
  // Each running build writes its problems to a file there.
  const parts = path.join(dataDir, '../problems');

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
  app.get(STATE, { logLevel: 'warn' }, async (_, reply) => {
    const state = [self, await apiStarts(), engine.live().releaseSet.id].join(' ');
    const problems = [...ofParts(parts), ...ofReleases(engine.report())];
    return reply.header('Cache-Control', 'no-store').send({ state, problems });
  });
  app.post(ERRORS, (request, reply) => {
    const error = inSources(String(request.body), pageParts.folders);
    app.log.error(`In the browser: ${error}`);
    return reply.send(error);
  });
  done();
});

/** Counts the API's restarts, because a restart may bring other content. */
function countStarts(apiOrigin: string): () => Promise<number> {
  let [isUp, starts] = [true, 0];
  return async () => {
    const wasUp = isUp;
    isUp = await fetch(`${apiOrigin}/api/health`, { signal: AbortSignal.timeout(API_DEADLINE_MS) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp && !wasUp) starts += 1;
    return starts;
  };
}

const ofParts = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((part) => {
    const file = path.join(folder, part);
    // The problem may be fixed between the two calls.
    return existsSync(file) ? [`${part}\n${readFileSync(file, 'utf8')}`] : [];
  });

/** Rejections of releases newer than the live ones. Skips unreachable origins, because they are still starting. */
const ofReleases = ({ remotes }: ReleaseReport): string[] =>
  Object.entries(remotes).flatMap(([name, { live, rejections }]) => {
    const [last] = rejections.filter(({ step }) => step !== 'discover' && step !== 'download');
    if (!last || (live && live.since > last.at)) return [];
    return [`${name}\nrejected at ${last.step}: ${last.reason}`];
  });

/** Address, line and column of a frame in a browser's stack. */
const FRAME = /https?:\/\/[^/\s]+(\/\w+\/)((?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.js):(\d+):(\d+)/;

/** A browser's error with its locations in the sources, if source maps have them. Frames of packages are left out. */
function inSources(error: string, folders: Readonly<Record<string, string>>): string {
  const [message = '', ...frames] = error.split(/\n(?=\s+at |.*@https?:)/);
  const places = frames.flatMap((frame) => {
    const [, prefix = '', file = '', line, column] = FRAME.exec(frame) ?? [];
    const folder = folders[prefix];
    const place = folder && sourceAt(path.join(folder, file), Number(line), Number(column));
    return place ? [`    at ${place}`] : [];
  });
  return [message, ...places.slice(0, MAX_FRAMES)].join('\n');
}

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
  // React and the shell log the errors that they catch.
  const log = console.error;
  console.error = (...args: unknown[]) => {
    log(...args);
    const error = args.find((arg) => arg instanceof Error);
    if (error) void tell(error);
  };
}
