import { once } from 'node:events';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { cacheControlOf } from '@vidlunnia/releases/versioned-store';
import fastify, { type FastifyInstance } from 'fastify';
import { originFolder, messageOf } from '@vidlunnia/settings/machine';
import { getter, portOf, SETTINGS } from '@vidlunnia/settings';
import { readRemote } from '@vidlunnia/settings/topology';
import { interruption } from '../process/task';

/** A team's origin: serves only the files of its releases and the pointer to the current one. */
export async function buildOrigin(root: string): Promise<FastifyInstance> {
  const server = fastify({ requestTimeout: 10_000 });
  // Also before the first release.
  server.get('/healthz', () => ({ status: 'ok' }));
  await server.register(fastifyStatic, {
    root,
    // Locks and unfinished files.
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply, file) => {
      const name = path.relative(root, file).replaceAll(path.sep, '/');
      void reply.headers({ 'Cache-Control': cacheControlOf(name), 'X-Content-Type-Options': 'nosniff' });
    },
  });
  return server;
}

/** `npm start -w mfe-blog`: serves the team's releases until it is interrupted. */
export async function serveOrigin(interrupted: AbortSignal): Promise<void> {
  const remote = readRemote(process.cwd());
  const server = await buildOrigin(originFolder(remote, process.env));
  interrupted.addEventListener('abort', () => void server.close());
  await server.listen({ port: portOf(remote), host: getter(process.env)(SETTINGS.host) });
  // The command ends its process when this resolves.
  await once(server.server, 'close');
}

// When run as a program: bundled (tools/scripts/build/build-package.ts), it starts fast.
if (require.main === module)
  serveOrigin(interruption()).catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  });
