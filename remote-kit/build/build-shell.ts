import path from 'node:path';
import { checkBudget, SHELL_BUDGET } from './budgets/budgets';
import { weighClient } from './budgets/weigh';
import { createClientManifest } from './client-manifest';
import { buildStale } from './freshness';
import { writeJson } from './json-file';
import type { Configure } from './load-config';
import { buildServer } from './build-server';
import { precompress } from './precompress';
import { repositoryRoot } from '../environment/repository';
import { runWebpack } from './run-webpack';
import { checkSources } from './source-version';
import { shell } from '../environment/topology';

/** Builds the shell's browser bundle and its server into `dist`; `dist/client.json` names the page's own files. */
export function buildShell(configure: Configure): Promise<string> {
  const directory = path.join(repositoryRoot, shell.folder);
  return buildStale(directory, async (dist, version) => {
    const builds = await runWebpack(configure({ mode: 'production', version, output: dist }));
    checkSources(directory, builds);
    const [client] = builds;
    if (!client) throw new Error('The shell’s browser build left no report');
    const files = createClientManifest(client, version);
    checkBudget(shell.folder, await weighClient(files, path.join(dist, 'client')), SHELL_BUDGET);
    await precompress(path.join(dist, 'client'));
    await writeJson(path.join(dist, 'client.json'), files);
    await buildServer(shell.folder, ['server/main.ts', 'server/render/worker.ts'], path.join(dist, 'node'));
  });
}
