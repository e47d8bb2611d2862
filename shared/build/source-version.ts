import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Stats } from 'webpack';
import { isInstalled, repositoryRoot } from '../environment/repository';
import { remoteList, workspaces } from '../environment/topology';

/** The origins' server is part of `shared`, not a package of its own. */
export const ORIGIN_FOLDER = 'shared/release';

/** Files and folders from which every package is built. */
const COMMON = [
  ...['package-lock.json', 'tsconfig.base.json', 'shared/package.json'],
  ...['shared/build', 'shared/contracts', 'shared/environment', 'shared/http', 'shared/ui'],
];
/** The same of servers; where the remotes are by default, their packages say. */
const SERVER = [
  ...['shared/operating', 'shared/process', 'shared/release'],
  ...remoteList.map(({ folder }) => `${folder}/package.json`),
];
/** Those of a repository with one remote: the rest is in its lock file. */
const OWN = ['src', 'package-lock.json', 'package.json', 'tsconfig.json', 'webpack.config.ts'];

/** Files that no build reads, or that only judge one. */
const LEFT_OUT =
  /\.test\.tsx?$|\.md$|(?:^|\/)(?:node_modules|dist|test|testing|budgets|gate|tools)(?:\/|$)|(?:^|\/)\./;

/** Files and folders from which a package is built. */
export function placesOf(folder: string): readonly string[] {
  if (isInstalled) return OWN;
  const isRemote = workspaces.some((remote) => remote.folder === folder);
  return [folder, ...COMMON, ...(isRemote ? [] : SERVER)];
}

/**
 * Version of what a package builds: twelve hexadecimal digits, a hash of the mode, of all files of the package and of
 * those parts of the repository that it is built with. Known before the build, so that an existing build is found by its
 * name.
 */
export function sourceVersion(folder: string, mode: string, root = repositoryRoot): string {
  const hash = createHash('sha256').update(mode);
  for (const file of sourceFiles(folder, root))
    hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 12);
}

/** Files from which a package is built, as sorted paths from `root`; those of the registry are in the lock file. */
function sourceFiles(folder: string, root: string): readonly string[] {
  const files = placesOf(folder).flatMap((place) => filesBelow(root, place));
  return [...new Set(files)].sort();
}

function filesBelow(root: string, place: string): readonly string[] {
  const absolute = path.join(root, place);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [place];
  return readdirSync(absolute, { withFileTypes: true })
    .map((entry) => ({ entry, file: `${place}/${entry.name}` }))
    .filter(({ file }) => !LEFT_OUT.test(file))
    .flatMap(({ entry, file }) => (entry.isDirectory() ? filesBelow(root, file) : [file]));
}

/** Other packages, and the root's own package.json: webpack looks there for settings, and it has none. */
const OUTSIDE = /^\.\.|(^|\/)node_modules\/|^package\.json$/;

/** Throws when builds with webpack have read a file of the repository that is not part of the package's version. */
export function checkSources(folder: string, builds: readonly Stats[], root = repositoryRoot): void {
  const known = new Set(sourceFiles(folder, root));
  const read = builds.flatMap(({ compilation }) => [...compilation.fileDependencies]);
  const unknown = [
    ...new Set(read.map((file) => path.relative(root, file).split(path.sep).join('/'))),
  ].filter((file) => !known.has(file) && !OUTSIDE.test(file) && path.extname(file) !== '');
  if (unknown.length > 0)
    throw new Error(`${folder} is built from ${unknown.join(', ')}, which its version does not cover`);
}
