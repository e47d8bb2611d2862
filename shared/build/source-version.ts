import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile, type Platform } from 'esbuild';
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
  if (!entries) return (await sourceVersions([folder], mode, root)).get(folder) ?? '';
  const [files = []] = await filesOf([{ entries, files: COMMON }], root);
  return versionOf(files, mode, root, '');
}

/** The versions of several packages, by folder: what they import in common is read once. */
export async function sourceVersions(
  folders: readonly string[],
  mode: string,
  root = repositoryRoot,
): Promise<ReadonlyMap<string, string>> {
  const files = await filesOf(folders.map(sourcesOf), root);
  return new Map(
    folders.map((folder, index) => [
      folder,
      // Types are no sources of a bundle, but these stand in its manifest.
      versionOf(files[index] ?? [], mode, root, JSON.stringify(agreedBy(folder, root))),
    ]),
  );
}

function versionOf(files: readonly string[], mode: string, root: string, agreed: string): string {
  const hash = createHash('sha256').update(mode);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.update(agreed).digest('hex').slice(0, 12);
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
export async function sourceFiles(folder: string, root = repositoryRoot): Promise<readonly string[]> {
  const [files = []] = await filesOf([sourcesOf(folder)], root);
  return files;
}

/** The files that each of these consists of, sorted. */
async function filesOf(all: readonly Sources[], root: string): Promise<readonly (readonly string[])[]> {
  const entries = [...new Set(all.flatMap((sources) => sources.entries))];
  const sides = await Promise.all([imports(entries, 'browser', root), imports(entries, 'node', root)]);
  return all.map((sources) => {
    const imported = sides.flatMap((side) => [...reachedFrom(sources.entries, side)]);
    return [...new Set([...sources.files, ...imported])].sort();
  });
}

/** The entries with all that they import, however indirectly. */
function reachedFrom(entries: readonly string[], inputs: Metafile['inputs']): ReadonlySet<string> {
  const reached = new Set(entries);
  // What is added meanwhile is looked at too.
  for (const file of reached) {
    for (const found of inputs[file]?.imports ?? []) if (!found.external) reached.add(found.path);
  }
  return reached;
}

async function imports(
  entries: readonly string[],
  platform: Platform,
  root: string,
): Promise<Metafile['inputs']> {
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
  return metafile.inputs;
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
