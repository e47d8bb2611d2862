import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsFolder, packageRoot } from '../../src/package-root';
import { run } from './api-process';
import { startPostgres, type PostgresServer } from './postgres-server';

const VARIABLE = 'API_TEST_DATABASES';

/**
 * What all test files of one run share: the folder of an embedded database after the API's first start, of which tests
 * make copies, and the address of the run's PostgreSQL.
 */
export const databasesForAll = () =>
  JSON.parse(process.env[VARIABLE] ?? '') as Readonly<Record<'pglite' | 'postgres', string>>;

let server: PostgresServer | undefined;

/** Builds the API and prepares the databases, before the test workers start. Jest requires a default export. */
export default async function prepare(): Promise<void> {
  const build = ['--import', 'tsx', '../tools/scripts/build/build-package.ts'];
  execFileSync(process.execPath, build, { cwd: packageRoot });
  server = await startPostgres();
  process.env[VARIABLE] = JSON.stringify({ pglite: await pgliteTemplate(), postgres: server.url });
}

export const stopDatabases = async () => server?.remove();

/**
 * An embedded database as created by the built API after an earlier start was interrupted. That takes seconds, so it is
 * cached until its code changes.
 */
async function pgliteTemplate(): Promise<string> {
  const kept = join(packageRoot, '../.cache/pglite', fingerprint());
  if (existsSync(kept)) return join(kept, 'db');
  const folder = `${kept}-${String(process.pid)}`;
  for (const left of ['db', 'db.new/base']) await mkdir(join(folder, left), { recursive: true });
  const migrated = run(['migrate', '--create'], { DATA_DIR: folder });
  if ((await migrated.ended) !== 0) throw new Error(migrated.output());
  // Another run may be faster.
  await rename(folder, kept).catch(() => rm(folder, { recursive: true }));
  return join(kept, 'db');
}

function fingerprint(): string {
  const migrations = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
  const files = [
    ...[require.resolve('@electric-sql/pglite'), __filename],
    ...['open-pglite.ts', 'durable-files.ts'].map((name) => join(packageRoot, 'src/database', name)),
    ...migrations.sort().map((name) => join(migrationsFolder, name)),
  ];
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
