import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration } from 'webpack';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { budgetOf } from './budgets/budgets';
import { checkBudget } from './budgets/check-budget';
import { weighRelease } from './budgets/weigh';
import { createManifest } from './release-manifest';
import { markFresh } from './freshness';
import { writeJson } from './json-file';
import { precompress } from './precompress';
import { runWebpack } from './run-webpack';
import { checkSources, sourceVersion } from './source-version';
import type { Remote } from '../environment/topology';
import type { Build, Mode } from './webpack/build';
import { checkShared } from './webpack/shared-packages';

/**
 * Builds a remote into `dist/<version>` and marks that version as the newest; nothing is released by it. A version
 * that exists already is not built again: it is named after its sources.
 */
export async function buildRemote(
  remote: Remote,
  configure: (build: Build) => Configuration[],
  mode: Mode,
): Promise<string> {
  checkShared(remote.directory);
  const dist = path.join(remote.directory, 'dist');
  const version = sourceVersion(remote.directory, mode);
  const directory = path.join(dist, version);
  const isBuilt = () => existsSync(path.join(directory, ORIGIN_FILES.manifest));
  if (!isBuilt()) {
    const unfinished = path.join(dist, `.building-${version}-${String(process.pid)}`);
    try {
      const builds = await runWebpack(configure({ mode, version, output: unfinished }));
      checkSources(remote.directory, builds);
      if (mode === 'production') await precompress(path.join(unfinished, 'client'));
      const release = await createManifest(remote, version, unfinished);
      if (mode === 'production')
        checkBudget(remote.folder, await weighRelease(release, unfinished), budgetOf(remote));
      await writeJson(path.join(unfinished, ORIGIN_FILES.manifest), release);
      await rename(unfinished, directory).catch((error: unknown) => {
        // Somebody else has built the same meanwhile, and may be releasing it already.
        if (!isBuilt()) throw error;
      });
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  markFresh(dist, version);
  return version;
}
