import { availableParallelism } from 'node:os';
import path from 'node:path';
import { isFresh, isRemoteFresh, sourceVersion } from '@vidlunnia/remote-kit/build/sources';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { runNode } from '@vidlunnia/remote-kit/process/run';
import { say } from '@vidlunnia/remote-kit/process/task';
import { inParallel } from '@vidlunnia/releases/versioned-store';
import { api, readTopology, shell } from '@vidlunnia/settings/topology';

/** Programs that build the packages without the kit as a dependency. */
const BUILT_BY = ['tools/scripts/build', 'platform/remote-kit/build'];
const PROGRAM = path.join(__dirname, 'build-package.ts');
/** Serves the teams' releases; bundled, so that a start of the site starts it quickly for each team. */
export const ORIGIN = { folder: 'platform/remote-kit', program: 'dist/origin.js' };

export const siteVersion = (directory: string): string => sourceVersion(directory, BUILT_BY);

/**
 * Builds the packages whose sources have changed since their last production build, each in its own process. The
 * first failure stops the other builds and rejects; so does `signal`.
 */
export async function buildSite(signal = new AbortController().signal): Promise<void> {
  const root = repositoryRoot();
  const remotes = readTopology(root).workspaces.map((remote) => {
    const version = sourceVersion(remote.directory);
    return { folder: remote.folder, version, isFresh: isRemoteFresh(remote.directory, version) };
  });
  const servers = [shell, ORIGIN, api].map(({ folder }) => {
    const version = siteVersion(path.join(root, folder));
    return { folder, version, isFresh: isFresh(path.join(root, folder, 'dist'), version) };
  });
  const stale = [...servers, ...remotes].filter((each) => !each.isFresh);
  if (stale.length > 0) say(`Building ${stale.map(({ folder }) => folder).join(', ')}…`);
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  await inParallel(stale, availableParallelism(), async ({ folder, version }) => {
    const { code } = await runNode(['--import', 'tsx', PROGRAM, version], {
      cwd: path.join(root, folder),
      env: { NODE_ENV: 'production' },
      output: 'shown',
      signal: ended,
    });
    if (code === 0) return;
    const failure = new Error(`${folder} could not be built; the reason is above`);
    failed.abort(failure);
    throw failure;
  });
}
