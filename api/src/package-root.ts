import { join } from 'node:path';

/** Folder of this package. Only this file depends on the code's location: `src`, or the bundle in `dist`. */
export const packageRoot = join(__dirname, '..');

/** Folder of the files that the agency edits: services, posts, icons and covers. */
export const contentFolder = join(packageRoot, 'content');

/** The folder of migrations; `npm run migrations -w api` adds one for the changes of `schema.ts`. */
export const migrationsFolder = join(packageRoot, 'migrations');

/** Folders of the inbox's own style sheet, and of the site's. */
export const styleFolders = { inbox: join(packageRoot, 'styles'), site: join(packageRoot, '../shared/ui') };
