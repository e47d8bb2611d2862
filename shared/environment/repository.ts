import path from 'node:path';

/**
 * Whether this is an installed package, not a folder of the site's repository: then it works for a team in a repository
 * of its own, which is one remote, in whose root npm runs its scripts.
 */
export const isInstalled = __dirname.split(path.sep).includes('node_modules');

/** Absolute path of the repository. */
export const repositoryRoot = isInstalled ? process.cwd() : path.resolve(__dirname, '../..');

/** Path of a package from its repository's root. */
export const placeOf = (folder: string): string => (isInstalled ? '.' : folder);

/** Path of the compiler's settings that all of a repository's packages are built with. */
export const tsconfigOf = (root: string): string =>
  path.join(root, isInstalled ? 'tsconfig.json' : 'tsconfig.base.json');
