import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsFolder, packageRoot } from '../../src/config/package-root';
import { run } from './api-process';

/** An embedded database as created by the built API. That takes seconds, so it is cached until its code changes. */
export async function pgliteTemplate(): Promise<string> {
  const kept = join(packageRoot, '../.cache/pglite', fingerprint());
  if (existsSync(kept)) return join(kept, 'db');
  const folder = `${kept}-${String(process.pid)}`;
  await mkdir(folder, { recursive: true });
  const migrated = run(['migrate'], { DATA_DIR: folder });
  if ((await migrated.ended) !== 0) throw new Error(migrated.output());
  try {
    await rename(folder, kept);
  } catch (error) {
    // Another run was faster.
    if (!existsSync(kept)) throw error;
    await rm(folder, { recursive: true });
  }
  return join(kept, 'db');
}

function fingerprint(): string {
  const migrations = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
  const files = [
    require.resolve('@electric-sql/pglite'),
    join(packageRoot, 'src/database/open-pglite.ts'),
    ...migrations.sort().map((name) => join(migrationsFolder, name)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
