import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration } from 'webpack';
import type { Pointer } from '../contracts/release';
import { checkBudget } from './budgets/check-budget';
import { weighRelease } from './budgets/weigh';
import { describeRelease } from './describe-release';
import { writeJson } from './json-file';
import { precompress } from './precompress';
import { repositoryRoot } from './repository';
import { runWebpack } from './run-webpack';
import { sourceVersion } from './source-version';
import type { Remote } from './topology';
import type { Build, Mode } from './webpack/build';

/**
 * Builds a remote into `dist/<version>` and points `dist/current.json` at it. A version that exists already is not
 * built again: it is named after its sources.
 */
export async function buildRemote(
  remote: Remote,
  configure: (build: Build) => Configuration[],
  mode: Mode,
): Promise<string> {
  const origin = path.join(repositoryRoot, remote.folder, 'dist');
  const version = sourceVersion(remote.folder, mode);
  const directory = path.join(origin, version);
  if (!existsSync(path.join(directory, 'release.json'))) {
    const unfinished = path.join(origin, `.building-${version}-${String(process.pid)}`);
    try {
      await runWebpack(configure({ mode, version, output: unfinished }));
      if (mode === 'production') await precompress(path.join(unfinished, 'client'));
      const release = await describeRelease(remote, version, unfinished);
      if (mode === 'production') checkBudget(remote.folder, await weighRelease(release, unfinished));
      await writeJson(path.join(unfinished, 'release.json'), release);
      await rm(directory, { recursive: true, force: true });
      await rename(unfinished, directory);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  await writeJson(path.join(origin, 'current.json'), { version } satisfies Pointer);
  return version;
}
