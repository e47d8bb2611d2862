import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { migrationsFolder, packageRoot } from '../../src/config/package-root';

/** An embedded database as the API leaves it after its first start. Tests work on copies. */
export interface PgliteTemplate {
  /** Its folder. */
  readonly db: string;
  /** The same in one file, to be loaded into memory. */
  readonly image: string;
}

const MAKER = join(__dirname, 'make-pglite-template.ts');

/** Making one takes seconds: it is kept until PGlite, the migrations or what makes it change. */
export function pgliteTemplate(): PgliteTemplate {
  const folder = join(packageRoot, '../.cache/pglite', fingerprint());
  if (!existsSync(folder)) make(folder);
  return { db: join(folder, 'db'), image: join(folder, 'image.tar') };
}

function make(folder: string): void {
  const unfinished = `${folder}-${String(process.pid)}`;
  execFileSync(process.execPath, ['--import', 'tsx', MAKER, unfinished], { cwd: packageRoot });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run was quicker.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}

function fingerprint(): string {
  const pglite = require.resolve('@electric-sql/pglite');
  const migrations = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
  const files = [
    pglite,
    join(dirname(pglite), 'pglite.wasm'),
    join(packageRoot, 'src/database/open-pglite.ts'),
    MAKER,
    ...migrations.sort().map((name) => join(migrationsFolder, name)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
