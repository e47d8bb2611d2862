import path from 'node:path';
import type { Configuration } from 'webpack';
import { describeClient } from './describe-client';
import { isFresh, markFresh } from './freshness';
import { writeJson } from './json-file';
import { buildServer } from './build-server';
import { repositoryRoot } from './repository';
import { runWebpack } from './run-webpack';
import { sourceVersion } from './source-version';
import { shell } from './topology';
import type { Build, Mode } from './webpack/base-config';

/** Builds the shell's browser bundle and its server into `dist`; `dist/client.json` names the page's own files. */
export async function buildShell(configure: (build: Build) => Configuration, mode: Mode): Promise<string> {
  const dist = path.join(repositoryRoot, shell.folder, 'dist');
  const version = sourceVersion(shell.folder, mode);
  if (await isFresh(dist, version)) return version;
  const stats = await runWebpack(configure({ mode, version, output: path.join(dist, 'client') }));
  await writeJson(path.join(dist, 'client.json'), describeClient(stats, version));
  await buildServer(shell.folder, 'server/main.ts', path.join(dist, 'server'));
  await markFresh(dist, version);
  return version;
}
