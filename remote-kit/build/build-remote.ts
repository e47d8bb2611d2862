import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import type { RemotePackage } from '@vidlunnia/settings/topology';
import { checkRelease } from './budgets/budgets';
import { checkShared } from './compatibility';
import { precompress, writeJson } from './output';
import { createManifest } from './release-manifest';
import { loadConfig, runWebpack } from './run-webpack';
import { checkSources, markFresh, sourceVersion } from './source-version';

/**
 * Builds a remote for production into `dist/<version>` and marks it as the newest; does not release it. An existing
 * version is not built again: the version follows from the sources.
 */
export async function buildRemote(
  remote: RemotePackage,
  say: (line: string) => void,
  version = sourceVersion(remote.directory),
): Promise<void> {
  checkShared(remote.directory);
  const started = Date.now();
  const dist = path.join(remote.directory, 'dist');
  const directory = path.join(dist, version);
  const isBuilt = () => existsSync(path.join(directory, ORIGIN_FILES.manifest));
  if (!isBuilt()) {
    const unfinished = path.join(dist, `.building-${version}-${String(process.pid)}`);
    try {
      await build(remote, version, unfinished);
      await rename(unfinished, directory).catch((error: unknown) => {
        // Another process has built the same version meanwhile, and may already be releasing it.
        if (!isBuilt()) throw error;
      });
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  markFresh(dist, version);
  say(`${remote.folder} ${version} built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

async function build(remote: RemotePackage, version: string, output: string): Promise<void> {
  const builds = await runWebpack(loadConfig(remote.directory)({ mode: 'production', version, output }));
  checkSources(remote.directory, builds);
  await precompress(path.join(output, 'client'));
  const release = await createManifest(remote, version, output);
  await checkRelease(remote, release, output);
  await writeJson(path.join(output, ORIGIN_FILES.manifest), release);
}
