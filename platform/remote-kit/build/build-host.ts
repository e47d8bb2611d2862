import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build as bundle } from 'esbuild';
import webpack, { type Configuration, type Stats } from 'webpack';
import { baseConfig, type Build, type Side } from './webpack/base-config';
import { checkBudget, weighClient } from './budgets';
import { replaceBuild } from './replace-build';
import {
  checkSources,
  contractDeclarations,
  federationRuntime,
  sharedVersions,
  sourceVersion,
} from './sources';
import { precompress, runWebpack, writeJson } from './run-webpack';
import type { Say } from '../process/task';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { shell } from '@vidlunnia/settings/topology';

/** Limits of a host's files: bytes after gzip; of fonts, uncompressed. */
interface HostBudget {
  readonly scripts: number;
  readonly styles: number;
  readonly fonts: number;
}

/**
 * Builds a host, the site's own package, into `dist`: the browser's bundle, the server, and the worker that renders
 * pages. `client.json` names the page's own files. The sources are `src/site.browser.ts`, `src/site.worker.ts`,
 * `server/main.ts` and, if present, `src/site.starter.ts`. Throws when a file is over the budget.
 */
export async function buildHost(
  directory: string,
  dist: string,
  version: string,
  budget?: HostBudget,
): Promise<void> {
  const builds = await runWebpack(hostConfig({ mode: 'production', version, output: dist }));
  checkSources(directory, builds);
  const [client] = builds;
  if (!client) throw new Error('The host’s browser build left no report');
  const files = createClientManifest(client, version);
  if (budget) checkBudget(shell.folder, await weighClient(files, path.join(dist, 'client')), budget);
  await precompress(path.join(dist, 'client'));
  await writeJson(path.join(dist, 'client.json'), files);
  await buildHostServer(dist);
}

/** Replaces the host's `dist` with a build of its sources. */
export async function replaceHost(directory: string, tell: Say): Promise<void> {
  const dist = path.join(directory, 'dist');
  const version = sourceVersion(directory);
  await replaceBuild(dist, version, (unfinished) => buildHost(directory, unfinished, version));
  tell(`${path.basename(directory)} ${version} is built`);
}

/** Describes a finished build of the host as its `client.json`: the page's own files, and what it provides. */
export function createClientManifest(stats: Stats, version: string) {
  const { entrypoints, namedChunkGroups } = stats.toJson({
    all: false,
    entrypoints: true,
    chunkGroups: true,
  });
  const filesOf = (group: string) => namedChunkGroups?.[group]?.assets?.map(({ name }) => name) ?? [];
  const entry = entrypoints?.['shell']?.assets?.map(({ name }) => name) ?? [];
  const later = (group: string) => filesOf(group).filter((name) => !entry.includes(name));
  return {
    version,
    starter: filesOf('starter').join(),
    js: entry.filter((name) => name.endsWith('.js')),
    css: entry.filter((name) => name.endsWith('.css')),
    app: later('app'),
    remotes: later('remotes'),
    declarations: contractDeclarations(),
    shared: { ...sharedVersions(), ...federationRuntime() },
  };
}

/** Bundles the host's server, and the worker that renders pages. */
export const buildHostServer = (dist: string): Promise<void> =>
  buildServer(shell.folder, ['server/main.ts', '@vidlunnia/engine/worker'], path.join(dist, 'node'));

/**
 * A host's builds are ordinary ones: it hosts the federation through the runtime's own interface. The starter is
 * inlined in every document and loads the rest; a site that adds to it has a `src/site.starter.ts`, which imports the
 * engine's.
 */
export const hostConfig = (build: Build): Configuration[] => [
  hostSide(build, 'client', { shell: './src/site.browser.ts', starter: starterEntry() }),
  hostSide(build, 'server', { render: './src/site.worker.ts' }),
];

function starterEntry(): string {
  const own = './src/site.starter.ts';
  const hasOwn = existsSync(path.join(repositoryRoot(), shell.folder, own));
  return hasOwn ? own : '@vidlunnia/engine/starter';
}

function hostSide(build: Build, side: Side, entry: Record<string, string>): Configuration {
  const config = baseConfig(
    {
      name: 'shell',
      directory: path.join(repositoryRoot(), shell.folder),
      publicPath: '/assets/',
      styles: 'page',
    },
    build,
    side,
  );
  return {
    ...config,
    entry,
    plugins: [
      ...(config.plugins ?? []),
      new webpack.DefinePlugin({
        __SHARED_VERSIONS__: JSON.stringify(sharedVersions()),
        // Removes the parts of the federation runtime that read manifests over the network.
        ENV_TARGET: JSON.stringify(side === 'client' ? 'web' : 'node'),
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
      }),
    ],
    optimization: {
      ...config.optimization,
      ...(side === 'client' && {
        splitChunks: { cacheGroups },
      }),
    },
  };
}

/** React changes rarely: in its own file, it stays in the browser's cache across the host's releases. */
const reactApart = {
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  name: 'react',
  chunks: 'all',
} as const;

/** The host's styles are small, and documents inline the part that they use: one sheet for all chunks. */
const oneStyleSheet = { type: 'css/mini-extract', name: 'styles', chunks: 'all', enforce: true } as const;

const cacheGroups = {
  react: reactApart,
  styles: oneStyleSheet,
  // Each chunk is one file: without HTTP/2, browsers load only six at a time, and an island needs that many to become
  // live.
  default: false,
  defaultVendors: false,
} as const;

/**
 * Bundles a server's TypeScript, one file per entry. `external` packages stay in `node_modules`: by default all that
 * come from the registry.
 */
export async function buildServer(
  folder: string,
  entries: readonly string[],
  output: string,
  external?: string[],
): Promise<void> {
  const directory = path.join(repositoryRoot(), folder);
  await bundle({
    absWorkingDir: directory,
    entryPoints: [...entries],
    entryNames: '[name]',
    outdir: output,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    sourcemap: true,
    external: external ?? (await registryPackages(directory)),
    logLevel: 'warning',
  });
}

/** All dependencies, also those of our own packages, which are TypeScript and have to be bundled. */
async function registryPackages(directory: string): Promise<string[]> {
  const manifest = await readFile(path.join(directory, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  const isOwn = (name: string) => name.startsWith('@vidlunnia/');
  const names = Object.keys(dependencies);
  const ofOwn = names
    .filter(isOwn)
    .map((name) => registryPackages(path.join(repositoryRoot(), 'node_modules', name)));
  return [...names.filter((name) => !isOwn(name)), ...(await Promise.all(ofOwn)).flat()];
}
