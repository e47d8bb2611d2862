import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import type { Stats } from 'webpack';
import { repositoryRoot } from '../process/repository';

/** The sources of a remote; in other packages, every file counts. */
const REMOTE = ['src', 'package.json', 'tsconfig.json', 'webpack.config.ts'];
const COMMON = ['package-lock.json', 'tsconfig.base.json'];

/** Files that no build reads, and files that only check a build. */
const LEFT_OUT =
  /\.test\.tsx?$|\.md$|(?:^|\/)(?:node_modules|dist|test|testing|budgets|gate|tools)(?:\/|$)|(?:^|\/)\./;

interface Manifest {
  readonly vidlunnia?: object;
  readonly dependencies?: object;
  readonly devDependencies?: object;
}

const manifestOf = (directory: string) =>
  JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as Manifest;

const isRemote = (directory: string): boolean => 'vidlunnia' in manifestOf(directory);

/**
 * Files and folders from which a package is built, as paths from `root`: its own, its workspaces, and the files that
 * fix the versions of registry packages.
 */
export function placesOf(directory: string, root: string): readonly string[] {
  const own = isRemote(directory) ? REMOTE : ['.'];
  return [...own.map((place) => path.join(directory, place)), ...workspacesOf(directory, root)]
    .map((place) => path.relative(root, place))
    .concat(COMMON);
}

/** Folders of the workspaces that a package depends on, also through others. */
export function workspacesOf(directory: string, root: string): readonly string[] {
  const found = new Set<string>();
  addNeeded(directory, root, found);
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

interface BuildOptions {
  readonly root?: string;
  /** Folders with the programs that build the package, from `root`, if none of its workspaces has them. */
  readonly builtBy?: readonly string[];
}

/**
 * Version of a package's production build: twelve hexadecimal digits, a hash of all files of the package and of the
 * parts of the repository that its build uses. It is known before the build, so an existing build is found by its name.
 */
export function sourceVersion(
  directory: string,
  { root = repositoryRoot(), builtBy = [] }: BuildOptions = {},
): string {
  const hash = createHash('sha256');
  for (const file of sourceFiles(directory, root, builtBy))
    hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 12);
}

/**
 * Files from which a package is built, as sorted paths from `root`, without registry packages: the lock file covers
 * those.
 */
function sourceFiles(directory: string, root: string, builtBy: readonly string[] = []): readonly string[] {
  const files = [...placesOf(directory, root), ...builtBy].flatMap((place) => filesBelow(root, place));
  return [...new Set(files)].sort();
}

function filesBelow(root: string, place: string): readonly string[] {
  const absolute = path.join(root, place);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [place];
  return readdirSync(absolute, { withFileTypes: true })
    .map((entry) => ({ entry, file: path.posix.join(place, entry.name) }))
    .filter(({ file }) => !LEFT_OUT.test(file))
    .flatMap(({ entry, file }) => (entry.isDirectory() ? filesBelow(root, file) : [file]));
}

/** Other packages, and the root's package.json, where webpack looks for settings and finds none. */
const OUTSIDE = /^\.\.|(^|\/)node_modules\/|^package\.json$/;

/** Throws when webpack builds have read a file of the repository that the package's version does not cover. */
export function checkSources(directory: string, builds: readonly Stats[], root = repositoryRoot()): void {
  const known = new Set(sourceFiles(directory, root));
  const read = builds.flatMap(({ compilation }) => [...compilation.fileDependencies]);
  const unknown = [
    ...new Set(read.map((file) => path.relative(root, file).split(path.sep).join('/'))),
  ].filter((file) => !known.has(file) && !OUTSIDE.test(file) && path.extname(file) !== '');
  if (unknown.length > 0)
    throw new Error(
      `${path.basename(directory)} is built from ${unknown.join(', ')}, which its version does not cover`,
    );
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
