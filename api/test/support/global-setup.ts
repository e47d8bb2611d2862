import { buildApi } from '@vidlunnia/remote-kit/build/build-server';
import { shareDatabases, type DatabasesForAll } from './databases-for-all';
import { pgliteTemplate } from './pglite-template';
import { startPostgres, type PostgresServer } from './postgres-server';

let server: PostgresServer | undefined;

/** Makes before the first test file what all share. Jest wants a default export. */
export default async function prepare(): Promise<void> {
  await buildApi();
  shareDatabases({ pglite: pgliteTemplate(), postgres: await runPostgres() });
}

export async function stopDatabases(): Promise<void> {
  await server?.remove();
}

// A problem is reported by the tests that need PostgreSQL; the others run without it.
async function runPostgres(): Promise<DatabasesForAll['postgres']> {
  try {
    server = await startPostgres();
    return { url: server.url };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
