import path from 'node:path';
import type { Configuration } from 'webpack';
import { SHELL_BUDGET } from './budgets/budgets';
import { checkBudget } from './budgets/check-budget';
import { weighClient } from './budgets/weigh';
import { createClientManifest } from './client-manifest';
import { isFresh, markFresh } from './freshness';
import { writeJson } from './json-file';
import { buildServer } from './build-server';
import { precompress } from './precompress';
import { repositoryRoot } from '../environment/repository';
import { runWebpack } from './run-webpack';
import { checkSources, sourceVersion } from './source-version';
import { shell } from '../environment/topology';
import type { Build, Mode } from './webpack/build';

/** Builds the shell's browser bundle and its server into `dist`; `dist/client.json` names the page's own files. */
export async function buildShell(
  configure: (build: Build) => Configuration[],
  mode: Mode,
  build = runWebpack,
): Promise<string> {
  const directory = path.join(repositoryRoot, shell.folder);
  const version = sourceVersion(directory, mode);
  const dist = path.join(directory, 'dist');
  if (isFresh(dist, version)) return version;
  const builds = await build(configure({ mode, version, output: dist }));
  checkSources(directory, builds);
  const [client] = builds;
  if (!client) throw new Error('The shell’s browser build left no report');
  const files = createClientManifest(client, version);
  if (mode === 'production')
    checkBudget(shell.folder, await weighClient(files, path.join(dist, 'client')), SHELL_BUDGET);
  if (mode === 'production') await precompress(path.join(dist, 'client'));
  await writeJson(path.join(dist, 'client.json'), files);
  await buildServer(shell.folder, ['server/main.ts', 'server/render/worker.ts'], path.join(dist, 'node'));
  markFresh(dist, version);
  return version;
}
