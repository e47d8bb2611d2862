import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../build/repository';
import { isStale } from '../build/stale';
import { api, remoteList, shell } from '../build/topology';
import { say } from './say';

const FOLDERS = [shell.folder, ...remoteList.map(({ folder }) => folder), api.folder];

/**
 * Builds every package whose sources changed since its last production build. Rejects with the first failure, and
 * when `signal` is aborted; builds under way end with it.
 */
export async function buildSite(signal?: AbortSignal): Promise<void> {
  const staleness = await Promise.all(FOLDERS.map((folder) => isStale(folder, 'production')));
  const stale = FOLDERS.filter((_, index) => staleness[index]);
  if (stale.length === 0) return;
  say(`Building ${stale.join(', ')}…`);
  const waiting = [...stale];
  const work = async () => {
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift())
      await build(folder, signal);
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), stale.length) }, work));
}

/** Each package builds in a process of its own, as its team builds it. */
const build = (folder: string, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const cwd = path.join(repositoryRoot, folder);
    const cli = path.join(repositoryRoot, 'shared/build/cli.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', cli], {
      cwd,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
      ...(signal && { signal }),
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${folder} could not be built; the reason stands above`));
    });
  });
