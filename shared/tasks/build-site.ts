import { availableParallelism } from 'node:os';
import path from 'node:path';
import { stop } from 'esbuild';
import { buildOrigin } from '../build/build-origin';
import { repositoryRoot } from '../environment/repository';
import { isStale } from '../build/freshness';
import { api, shell, workspaces } from '../environment/topology';
import { buildSideBySide } from './build-side-by-side';
import { during, say } from '../process/say';

const FOLDERS = [shell.folder, ...workspaces.map(({ folder }) => folder), api.folder];

/**
 * Builds what changed since its last production build: the origins' server, and every package, as its team builds it.
 * Rejects with the first failure, and when `signal` is aborted; no build runs any more then.
 */
export async function buildSite(signal?: AbortSignal): Promise<void> {
  await buildOrigin();
  const stale = FOLDERS.filter((folder) => isStale(folder, 'production'));
  // Its processes would stay as long as the site runs.
  await stop();
  if (stale.length === 0) return;
  const limit = Math.min(availableParallelism(), stale.length);
  if (stale.length > 1) say(`To build, ${String(limit)} at a time: ${stale.join(', ')}`);
  await buildSideBySide(stale, { limit, programOf, progress: { say, during }, signal });
}

const programOf = (folder: string) => ({
  cwd: path.join(repositoryRoot, folder),
  args: ['--require', 'tsx/cjs', path.join(repositoryRoot, 'shared/build/cli.ts')],
  env: { ...process.env, NODE_ENV: 'production' },
});
