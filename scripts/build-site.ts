import { availableParallelism } from 'node:os';
import path from 'node:path';
import { stop } from 'esbuild';
import { buildOrigin } from '@vidlunnia/remote-kit/build/build-server';
import { isStale } from '@vidlunnia/remote-kit/build/freshness';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { api, readTopology, shell } from '@vidlunnia/settings/topology';
import { runNode } from '@vidlunnia/remote-kit/process/run';
import { say } from '@vidlunnia/remote-kit/process/task';
import { inParallel } from '@vidlunnia/releases/in-parallel';

/**
 * Builds packages whose sources have changed since the last production build: the origins' server, and every package in
 * its own process, as its team builds it. The first failure stops the other builds and rejects; so does `signal`.
 */
export async function buildSite(signal = new AbortController().signal): Promise<void> {
  await buildOrigin();
  const { workspaces } = readTopology(repositoryRoot());
  const folders = [shell, ...workspaces, api].map(({ folder }) => folder);
  const stale = folders.filter((folder) => isStale(path.join(repositoryRoot(), folder)));
  // Otherwise its processes would run as long as the site.
  await stop();
  if (stale.length > 0) say(`Building ${stale.join(', ')}…`);
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  await inParallel(stale, availableParallelism(), async (folder) => {
    const args = ['--require', 'tsx/cjs', path.join(repositoryRoot(), 'remote-kit/build/cli.ts')];
    const cwd = path.join(repositoryRoot(), folder);
    const { code } = await runNode(args, {
      ...{ cwd, env: { NODE_ENV: 'production' }, output: 'shown', signal: ended },
    });
    if (code === 0) return;
    const failure = new Error(`${folder} could not be built; the reason is above`);
    failed.abort(failure);
    throw failure;
  });
}
