import { buildApi } from '@vidlunnia/remote-kit/build/build-server';
import { shareDatabases } from './databases-for-all';
import { pgliteTemplate } from './pglite-template';
import { startPostgres, type PostgresServer } from './postgres-server';

let server: PostgresServer | undefined;

/** Prepares everything that test files share. Jest requires a default export. */
export default async function prepare(): Promise<void> {
  await buildApi();
  server = await startPostgres();
  shareDatabases({ pglite: await pgliteTemplate(), postgres: server.url });
}

export async function stopDatabases(): Promise<void> {
  await server?.remove();
}
