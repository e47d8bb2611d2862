import { join } from 'node:path';
import { packageRoot } from '../config/package-root';

/** Folder of the files that the agency edits: services, posts, icons and covers. */
export const contentFolder = join(packageRoot, 'content');
