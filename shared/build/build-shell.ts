import path from 'node:path';
import type { Configuration } from 'webpack';
import { isFresh, markFresh } from './freshness';
import { writeJson } from './json-file';
import { buildServer } from './build-server';
import { repositoryRoot } from './repository';
import { runWebpack } from './run-webpack';
import { sourceVersion } from './source-version';
import { shell } from './topology';
import type { Build, Mode } from './webpack/base-config';

/** The two Cyrillic cuts that every page's first paint is set in. */
const FIRST_PAINT_FONTS = /\/(unbounded-600-uk|manrope-cyrillic)\.[^/]*woff2$/;

/** Builds the shell's browser bundle and its server into `dist`; `dist/client.json` names the page's own files. */
export async function buildShell(configure: (build: Build) => Configuration, mode: Mode): Promise<string> {
  const dist = path.join(repositoryRoot, shell.folder, 'dist');
  const version = sourceVersion(shell.folder, mode);
  if (await isFresh(dist, version)) return version;
  const stats = await runWebpack(configure({ mode, version, output: path.join(dist, 'client') }));
  const { entrypoints, assets: emitted } = stats.toJson({ all: false, entrypoints: true, assets: true });
  const assets = entrypoints?.['shell']?.assets?.map(({ name }) => name) ?? [];
  await writeJson(path.join(dist, 'client.json'), {
    version,
    js: assets.filter((name) => name.endsWith('.js')),
    css: assets.filter((name) => name.endsWith('.css')),
    fonts: emitted?.map(({ name }) => name).filter((name) => FIRST_PAINT_FONTS.test(name)) ?? [],
  });
  await buildServer(shell.folder, 'server/main.ts', path.join(dist, 'server'));
  await markFresh(dist, version);
  return version;
}
