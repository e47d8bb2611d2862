import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Folder of this package, found upwards from this module so that `src` and the bundle in `dist` find the same. Only
 * this file depends on the code's location.
 */
export const packageRoot = findPackage(__dirname);

function findPackage(folder: string): string {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"@vidlunnia/api"')) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('The folder of @vidlunnia/api was not found above its own code');
  return findPackage(parent);
}

/** Folder of the files that the agency edits: services, posts, icons and covers. */
export const contentFolder = join(packageRoot, 'content');

/** The folder of migrations; `npm run migrations -w api` adds one for the changes of `schema.ts`. */
export const migrationsFolder = join(packageRoot, 'migrations');
