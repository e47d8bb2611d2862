import { getter } from '../environment/read-settings';
import { portOf, SETTINGS } from '../environment/settings';
import { remoteHere } from '../environment/topology';
import { originFolder } from '../environment/places';
import { messageOf } from '../process/errors';
import { buildOrigin } from './origin-server';

/** `npm start -w mfe-blog`: serves what that team has released, until a signal ends it. */
export async function serveOrigin(): Promise<void> {
  const remote = remoteHere();
  const server = await buildOrigin(originFolder(remote, process.env));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
  await server.listen({ port: portOf(remote), host: getter(process.env)(SETTINGS.host) });
}

// As a program of its own: bundled (remote-kit/build/build-server.ts), it starts at once.
if (require.main === module)
  serveOrigin().catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  });
