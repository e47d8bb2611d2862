import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ORIGIN_FILES } from '@vidlunnia/releases/release';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { shell } from '@vidlunnia/settings/topology';
import { siteOfKit } from '../site/site';

/** The sources of a remote; in other packages, every file counts. */
const REMOTE = ['src', 'package.json', 'tsconfig.json', 'webpack.config.ts'];
const COMMON = ['package-lock.json', 'tsconfig.base.json'];

/** Files that no build reads, and files that only check a build. */
const LEFT_OUT = /\.test\.tsx?$|\.md$|(?:^|\/)(?:node_modules|dist|test|testing|gate)(?:\/|$)|(?:^|\/)\./;

interface Manifest {
  readonly vidlunnia?: object;
  readonly dependencies?: object;
  readonly devDependencies?: object;
}

const manifestOf = (directory: string) =>
  JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as Manifest;

/** Whether a package describes itself as a remote. */
export const isRemote = (directory: string): boolean => 'vidlunnia' in manifestOf(directory);

/**
 * Files and folders from which a package is built, as paths from `root`: its own, its workspaces, and the files that
 * fix the versions of registry packages.
 */
export function placesOf(directory: string): readonly string[] {
  const root = repositoryRoot(directory);
  const own = isRemote(directory) ? REMOTE : ['.'];
  return [...own.map((place) => path.join(directory, place)), ...workspacesOf(directory)]
    .map((place) => path.relative(root, place))
    .concat(COMMON);
}

/** Folders of the workspaces that a package depends on, also through others. */
export function workspacesOf(directory: string): readonly string[] {
  const found = new Set<string>();
  addNeeded(directory, repositoryRoot(directory), found);
  return [...found];
}

function addNeeded(directory: string, root: string, found: Set<string>): void {
  const { dependencies, devDependencies } = manifestOf(directory);
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const installed = path.join(root, 'node_modules', name);
    if (!name.startsWith('@vidlunnia/') || !existsSync(installed)) continue;
    const workspace = realpathSync(installed);
    // A registry package is covered by the lock file.
    if (workspace.split(path.sep).includes('node_modules') || found.has(workspace)) continue;
    found.add(workspace);
    addNeeded(workspace, root, found);
  }
}

/**
 * Version of a package's production build: twelve hexadecimal digits, a hash of all files of the package and of the
 * parts of the repository that its build uses. It is known before the build, so an existing build is found by its name.
 * `builtBy` are folders with the programs that build the package, from the root, if none of its workspaces has them.
 */
export function sourceVersion(directory: string, builtBy: readonly string[] = []): string {
  const hash = createHash('sha256');
  for (const file of sourceFiles(directory, builtBy))
    hash.update(`\0${file}\0`).update(readFileSync(path.join(repositoryRoot(directory), file)));
  return hash.digest('hex').slice(0, 12);
}

/**
 * Files from which a package is built, as sorted paths from the root. The lock file covers registry packages.
 */
function sourceFiles(directory: string, builtBy: readonly string[] = []): readonly string[] {
  const root = repositoryRoot(directory);
  const files = [...placesOf(directory), ...builtBy].flatMap((place) => filesBelow(root, place, LEFT_OUT));
  return [...new Set(files)].sort();
}

/**
 * The file at a path from the root, or all files of a folder there, except those that `leftOut` matches; a folder's path
 * ends with a slash. Empty if nothing is there.
 */
export function filesBelow(root: string, place: string, leftOut: RegExp): readonly string[] {
  const absolute = path.join(root, place);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [place];
  return readdirSync(absolute, { withFileTypes: true })
    .map((entry) => path.posix.join(place, entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((file) => !leftOut.test(file))
    .flatMap((file) => (file.endsWith('/') ? filesBelow(root, file, leftOut) : [file]));
}

/** Other packages, and the root's package.json, where webpack looks for settings and finds none. */
const OUTSIDE = /^\.\.|(^|\/)node_modules\/|^package\.json$/;

/** The part of webpack's `Stats` that names the files that a build has read. */
interface Build {
  readonly compilation: { readonly fileDependencies: Iterable<string> };
}

/** Throws when webpack builds have read a file of the repository that the package's version does not cover. */
export function checkSources(directory: string, builds: readonly Build[]): void {
  const root = repositoryRoot(directory);
  const known = new Set(sourceFiles(directory));
  const read = builds.flatMap(({ compilation }) => [...compilation.fileDependencies]);
  const unknown = [
    ...new Set(read.map((file) => path.relative(root, file).split(path.sep).join('/'))),
  ].filter((file) => !known.has(file) && !OUTSIDE.test(file) && path.extname(file) !== '');
  if (unknown.length > 0)
    throw new Error(
      `${path.basename(directory)} is built from ${unknown.join(', ')}, which its version does not cover`,
    );
}

/** Throws when sources have another version after a build than before: it may have read some of them before a change. */
export function checkVersion(directory: string, before: string, after: string): void {
  if (after !== before)
    throw new Error(`${path.basename(directory)} has changed while it was built: build again`);
}

const STAMP = '.version';

/** Whether a folder has a finished build of this version. */
export function isFresh(dist: string, version: string): boolean {
  const stamp = path.join(dist, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === version;
}

/** Written last, so that an interrupted build never counts as finished. */
export function markFresh(dist: string, version: string): void {
  writeFileSync(path.join(dist, STAMP), version);
}

/** Whether a remote has a finished build of this version; its release may have been removed since. */
export const isRemoteFresh = (directory: string, version: string): boolean =>
  isFresh(path.join(directory, 'dist'), version) &&
  existsSync(path.join(directory, 'dist', version, ORIGIN_FILES.manifest));

/**
 * Version of the federation's runtime with which a package is built, in the form of a shared package's. Remotes are
 * built without its core and use the shell's, which works only in exactly the same version
 * (module-federation/core#4134).
 */
export const federationRuntime = (): Record<string, string> => ({
  '@module-federation/runtime': versionOf('@module-federation/runtime', repositoryRoot()),
});

/** The version of a package that is installed for a folder; `react/jsx-runtime` has react's. */
function versionOf(name: string, folder: string): string {
  const require = createRequire(`${folder}/package.json`);
  const file = `${name.replace(/^react\/.*/, 'react')}/package.json`;
  return (require(file) as { readonly version: string }).version;
}

/** Version ranges of the shared packages that a remote was built against. */
export const sharedRanges = (directory: string): Record<string, string> =>
  Object.fromEntries(
    siteOfKit().sharedPackages.map((name) => {
      const [major] = versionOf(name, directory).split('.');
      return [name, `^${major ?? ''}.0.0`];
    }),
  );

/** Versions of the packages that the host provides. */
export const sharedVersions = (): Record<string, string> =>
  Object.fromEntries(
    siteOfKit().sharedPackages.map((name) => [
      name,
      versionOf(name, path.join(repositoryRoot(), shell.folder)),
    ]),
  );

/** The files that declare the contract between shell and remotes, by name. */
export type ContractDeclarations = Readonly<Record<string, string>>;

/** The file that names all others. */
export const CONTRACT = 'index';

/**
 * The contract of the package in `root`: `index` of the site's contract and its imports. In this repository these
 * are sources; in the published package, declarations made by tsc.
 */
export function contractDeclarations(root = repositoryRoot()): ContractDeclarations {
  const require = createRequire(path.join(root, 'package.json'));
  const folder = path.dirname(require.resolve(`${siteOfKit().contractPackage}/package.json`));
  const declarations: Record<string, string> = {};
  const add = (name: string) => {
    if (name in declarations) return;
    const source = path.join(folder, `${name}.ts`);
    const text = readFileSync(existsSync(source) ? source : path.join(folder, `${name}.d.ts`), 'utf8');
    declarations[name] = text;
    for (const [, imported = ''] of text.matchAll(/from '\.\/([\w-]+)\.ts'/g)) add(imported);
  };
  add(CONTRACT);
  return declarations;
}
