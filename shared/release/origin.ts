import { getter } from '../environment/read-settings';
import { portOf, SETTINGS } from '../environment/settings';
import { buildOrigin } from './origin-server';
import { originFolder } from '../environment/places';
import { remoteHere } from '../environment/topology';
import { helped } from '../process/arguments';
import { messageOf } from '../process/errors';

/** `npm start -w mfe-blog`: serves what that team has released. */
async function serveOrigin(): Promise<void> {
  if (helped('npm start -w REMOTE\nServes what the team of that remote has released.')) return;
  const remote = remoteHere();
  const server = await buildOrigin(originFolder(remote, process.env));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
  await server.listen({ port: portOf(remote), host: getter(process.env)(SETTINGS.host) });
}

serveOrigin().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
});
