import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { budgetOf, checkBudget } from './budgets/budgets';
import { weighRelease } from './budgets/weigh';
import { createManifest } from './release-manifest';
import { markFresh } from './freshness';
import { writeJson } from './json-file';
import type { Configure } from './load-config';
import { precompress } from './precompress';
import { runWebpack } from './run-webpack';
import { checkSources, sourceVersion } from './source-version';
import type { Remote } from '../environment/topology';
import { checkShared } from './webpack/shared-packages';

/**
 * Builds a remote for production into `dist/<version>` and marks that version as the newest; nothing is released by it. A version
 * that exists already is not built again: it is named after its sources.
 */
export async function buildRemote(remote: Remote, configure: Configure): Promise<string> {
  checkShared(remote.directory);
  const dist = path.join(remote.directory, 'dist');
  const version = sourceVersion(remote.directory);
  const directory = path.join(dist, version);
  const isBuilt = () => existsSync(path.join(directory, ORIGIN_FILES.manifest));
  if (!isBuilt()) {
    const unfinished = path.join(dist, `.building-${version}-${String(process.pid)}`);
    try {
      const builds = await runWebpack(configure({ mode: 'production', version, output: unfinished }));
      checkSources(remote.directory, builds);
      await precompress(path.join(unfinished, 'client'));
      const release = await createManifest(remote, version, unfinished);
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
