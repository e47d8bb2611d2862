import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Platform } from 'esbuild';
import type { Stats } from 'webpack';
import { isInstalled, repositoryRoot, tsconfigOf } from '../environment/repository';
import { api, remoteList, shell } from '../environment/topology';
import { contractDeclarations, ZONE_DECLARATION, type ContractDeclarations } from './contract-declarations';

/** What a build begins with, as paths from the repository's root. */
interface Sources {
  /** Modules that go into it, or decide about it, with all that they import. */
  readonly entries: readonly string[];
  /** Files that it reads besides. */
  readonly files: readonly string[];
}

/** The origins' server stands in `shared`, and is no package of its own. */
export const ORIGIN_FOLDER = 'shared/release';

const COMMON = ['package-lock.json', 'tsconfig.base.json', 'shared/package.json'];

/** Of a repository of its own: what else decides about its build is in its lock file. */
const OWN: Sources = {
  entries: ['src/exposes.ts'],
  files: ['package-lock.json', 'package.json', 'tsconfig.json', 'webpack.config.ts'],
};

function sourcesOf(folder: string): Sources {
  if (isInstalled) return OWN;
  const files = [...COMMON, `${folder}/package.json`];
  switch (folder) {
    case ORIGIN_FOLDER:
      return { entries: ['shared/release/origin.ts', 'shared/build/build-origin.ts'], files: COMMON };
    case api.folder:
      return { entries: ['api/src/main.ts', 'shared/build/build-api.ts'], files };
    case shell.folder:
      return {
        entries: [
          'shell/src/client.tsx',
          'shell/src/starter/starter.ts',
          'shell/src/server.tsx',
          'shell/server/main.ts',
          'shell/server/render/worker.ts',
          'shared/build/build-shell.ts',
          'shared/build/webpack/shell-config.ts',
        ],
        files: [...files, 'shell/webpack.config.ts'],
      };
    default:
      return {
        entries: [
          `${folder}/src/exposes.ts`,
          'shared/build/build-remote.ts',
          'shared/build/webpack/remote-config.ts',
        ],
        files: [...files, `${folder}/webpack.config.ts`],
      };
  }
}

/** Imported by builds to judge them: nothing of it goes into one. */
const JUDGES = ['./budgets/*', './source-version'];

/**
 * Version of what a package builds, derived from every file that the build reads: twelve hexadecimal digits, the
 * same for the same source on any machine. Known before the build, so that an existing build is found by its name.
 */
export async function sourceVersion(
  folder: string,
  mode: string,
  root = repositoryRoot,
  entries?: readonly string[],
): Promise<string> {
  const hash = createHash('sha256').update(mode);
  for (const file of await sourceFiles(folder, root, entries)) {
    hash.update(`\0${file}\0`).update(await readFile(path.join(root, file)));
  }
  // Types are no sources of a bundle, but these stand in its manifest.
  if (!entries) hash.update(JSON.stringify(agreedBy(folder, root)));
  return hash.digest('hex').slice(0, 12);
}

/** What a package says of the contract. */
function agreedBy(folder: string, root: string): ContractDeclarations {
  if (folder === shell.folder) return contractDeclarations(root);
  if (folder === api.folder || folder === ORIGIN_FOLDER) return {};
  const remote = remoteList.find((each) => each.folder === folder);
  const own = (id: string) => (remote ? id.startsWith(`${remote.name}/`) : id === ZONE_DECLARATION);
  return Object.fromEntries(Object.entries(contractDeclarations(root)).filter(([id]) => own(id)));
}

/** Files of which a package is built, packages of the registry aside: these stand in the lock file. */
export async function sourceFiles(
  folder: string,
  root = repositoryRoot,
  only?: readonly string[],
): Promise<string[]> {
  const { entries, files } = only ? { entries: only, files: COMMON } : sourcesOf(folder);
  const sides = await Promise.all([imports(entries, 'browser', root), imports(entries, 'node', root)]);
  return [...new Set([...files, ...sides.flat()])].sort();
}

async function imports(entries: readonly string[], platform: Platform, root: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entries],
    outdir: 'unwritten',
    write: false,
    bundle: true,
    metafile: true,
    platform,
    tsconfig: tsconfigOf(root),
    // Our own packages are no packages of the registry.
    alias: isInstalled ? {} : surfaces(root),
    packages: 'external',
    external: JUDGES,
    loader: { '.svg': 'file', '.woff2': 'file' },
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs);
}

/** Every public surface of `shared` with its file. */
function surfaces(root: string): Record<string, string> {
  const manifest = readFileSync(path.join(root, 'shared/package.json'), 'utf8');
  const { exports } = JSON.parse(manifest) as { exports: Record<string, string> };
  return Object.fromEntries(
    Object.entries(exports).map(([name, file]) => [
      `@vidlunnia/shared${name.slice(1)}`,
      path.join(root, 'shared', file),
    ]),
  );
}

/** Other packages, and the root's own package.json: webpack looks there for settings, and it has none. */
const OUTSIDE = /^\.\.|(^|\/)node_modules\/|^package\.json$/;

/** Throws when builds with webpack have read a file of the repository that the package's version does not know. */
export async function checkSources(folder: string, builds: readonly Stats[]): Promise<void> {
  const known = new Set(await sourceFiles(folder));
  const read = builds.flatMap(({ compilation }) => [...compilation.fileDependencies]);
  const unknown = [...new Set(read.map((file) => path.relative(repositoryRoot, file)))].filter(
    (file) => !known.has(file) && !OUTSIDE.test(file) && path.extname(file) !== '',
  );
  if (unknown.length > 0) {
    throw new Error(`The version of ${folder} does not know ${unknown.join(', ')}, which its build has read`);
  }
}
