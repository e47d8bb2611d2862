import { join } from 'node:path';
import { packageRoot } from '../config/package-root';

/** The one folder of migrations; `npm run migrations -w api` adds to it what changed in `schema.ts`. */
export const migrationsFolder = join(packageRoot, 'migrations');
