import { once } from 'node:events';
import { connect } from 'node:net';
import { getter, type Environment } from '@vidlunnia/remote-kit/environment/read-settings';
import { SETTINGS } from '@vidlunnia/remote-kit/environment/settings';

const POSTGRES_PORT = 5432;
/** Milliseconds for a connection; the API itself waits no longer. */
const DEADLINE = 3_000;

/** Throws when nobody listens where `DATABASE_URL` says. Its value is not repeated: it may hold a password. */
export async function checkDatabase(environment: Environment): Promise<void> {
  const value = getter(environment)(SETTINGS.databaseUrl);
  if (value === undefined) return;
  const { hostname, port } = new URL(value);
  // Without a host it names a socket, in ways of its own.
  if (hostname === '') return;
  await connectTo(hostname, port === '' ? POSTGRES_PORT : Number(port));
}

async function connectTo(host: string, port: number): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE);
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port });
  try {
    await once(socket, 'connect', { signal });
  } catch (cause) {
    throw new Error(
      `DATABASE_URL: nobody answers at ${host}:${String(port)}; start PostgreSQL there, or name where it is`,
      { cause },
    );
  } finally {
    socket.destroy();
  }
}
