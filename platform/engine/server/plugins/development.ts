import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { reloadingPages } from '@vidlunnia/operating/development';
import fp from 'fastify-plugin';
import type { ReleaseReport } from '@vidlunnia/releases/release';
import { sourceAt } from '../../rendering/describe-error';
import type { EngineSettings } from '../engine-settings';

/** For the API to respond. */
const API_DEADLINE_MS = 2_000;
/** Stack frames that are shown of an error. */
const MAX_FRAMES = 8;

type Options = Pick<EngineSettings, 'apiOrigin' | 'dataDir'>;

/** Development only. What open pages follow and show: releases, the API and running builds. */
export const development = fp<Options>(async (app, { apiOrigin, dataDir }) => {
  const { engine, pageParts } = app;
  const self = randomUUID();
  const apiStarts = countStarts(apiOrigin);
  // Each running build writes its problems to a file there.
  const parts = path.join(dataDir, '../problems');
  await app.register(reloadingPages, {
    state: async () => [self, await apiStarts(), engine.live().releaseSet.id].join(' '),
    problems: () => [...ofParts(parts), ...ofReleases(engine.report())],
    inSources: (error) => inSources(error, pageParts.folders),
  });
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
