import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { shareDatabases } from './databases-for-all';
import { pgliteTemplate } from './pglite-template';
import { startPostgres, type PostgresServer } from './postgres-server';

let server: PostgresServer | undefined;

/** Prepares everything that test files share. Jest requires a default export. */
export default async function prepare(): Promise<void> {
  const api = join(__dirname, '../..');
  execFileSync(process.execPath, ['--import', 'tsx', '../scripts/build/build-package.ts'], { cwd: api });
  server = await startPostgres();
  shareDatabases({ pglite: await pgliteTemplate(), postgres: server.url });
}

export async function stopDatabases(): Promise<void> {
  await server?.remove();
}
