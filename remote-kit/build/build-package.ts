import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { checkBudget, checkRelease, SHELL_BUDGET, weighClient } from './budgets/budgets';
import { buildApi, buildServer } from './build-server';
import { createClientManifest } from './client-manifest';
import { buildStale, markFresh } from './freshness';
import { writeJson } from './json-file';
import { loadConfig } from './load-config';
import { precompress } from './precompress';
import { createManifest } from './release-manifest';
import { runWebpack } from './run-webpack';
import { checkSources, sourceVersion } from './source-version';
import { repositoryRoot } from '../process/repository';
import { api, readRemote, type RemotePackage, shell } from '@vidlunnia/settings/topology';
import { checkShared } from './webpack/shared-packages';

/**
 * Builds the package in a folder for production, unless a build of the same sources exists. Reports the build by `say`.
 */
export async function buildPackage(directory: string, say: (line: string) => void): Promise<void> {
  const started = Date.now();
  const version = await versionBuilt(directory);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  say(`${path.basename(directory)} ${version} built in ${seconds} s`);
}

function versionBuilt(directory: string): Promise<string> {
  const folder = path.relative(repositoryRoot(), directory);
  if (folder === api.folder) return buildApi();
  return folder === shell.folder ? buildShell(directory) : buildRemote(readRemote(directory));
}

/** The shell's browser bundle and its server, in `dist`; `dist/client.json` names the page's own files. */
const buildShell = (directory: string): Promise<string> =>
  buildStale(directory, async (dist, version) => {
    const builds = await runWebpack(loadConfig(directory)({ mode: 'production', version, output: dist }));
    checkSources(directory, builds);
    const [client] = builds;
    if (!client) throw new Error('The shell’s browser build left no report');
    const files = createClientManifest(client, version);
    checkBudget(shell.folder, await weighClient(files, path.join(dist, 'client')), SHELL_BUDGET);
    await precompress(path.join(dist, 'client'));
    await writeJson(path.join(dist, 'client.json'), files);
    await buildServer(shell.folder, ['server/main.ts', 'server/render/worker.ts'], path.join(dist, 'node'));
  });

/**
 * Builds a remote into `dist/<version>` and marks it as the newest; does not release it. An existing version is not
 * built again: the version follows from the sources.
 */
async function buildRemote(remote: RemotePackage): Promise<string> {
  checkShared(remote.directory);
  const dist = path.join(remote.directory, 'dist');
  const version = sourceVersion(remote.directory);
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
  return version;
}

async function build(remote: RemotePackage, version: string, output: string): Promise<void> {
  const builds = await runWebpack(loadConfig(remote.directory)({ mode: 'production', version, output }));
  checkSources(remote.directory, builds);
  await precompress(path.join(output, 'client'));
  const release = await createManifest(remote, version, output);
  await checkRelease(remote, release, output);
  await writeJson(path.join(output, ORIGIN_FILES.manifest), release);
}
