import { once } from 'node:events';
import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { createHeldRequests, etagOf, HOLDS } from '@vidlunnia/releases/held-requests';
import { ORIGIN_FILES } from '@vidlunnia/releases/release';
import { cacheControlOf } from '@vidlunnia/releases/versioned-store';
import fastify, { type FastifyInstance } from 'fastify';
import { codeOf, originFolder, messageOf, portError } from '@vidlunnia/settings/machine';
import { getter, portOf, SETTINGS } from '@vidlunnia/settings';
import { readRemote } from '@vidlunnia/settings/topology';
import { interruption } from '../process/task';

/** Milliseconds between two looks at the pointer's state; a folder that another container writes may report no changes. */
const LOOK_MS = 200;

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
      void reply.headers(commonHeaders(path.relative(root, file).replaceAll(path.sep, '/')));
    },
  });
  servePointer(server, root);
  return server;
}

/** Holds a request for the pointer, if it prefers to wait, until the pointer changes. */
function servePointer(server: FastifyInstance, root: string): void {
  const file = path.join(root, ORIGIN_FILES.pointer);
  const held = createHeldRequests();
  watchFile(file, { interval: LOOK_MS, persistent: false }, held.release);
  server.addHook('preClose', (done) => {
    unwatchFile(file, held.release);
    held.release();
    done();
  });
  server.get(`/${ORIGIN_FILES.pointer}`, async (request, reply) => {
    const change = held.nextChange(request.raw, reply.raw);
    const known = request.headers['if-none-match'];
    const read = async () => {
      const bytes = await readFile(file).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      });
      return bytes && { bytes, etag: etagOf(bytes) };
    };
    let pointer = await read();
    if (change && pointer && pointer.etag === known) {
      await change;
      pointer = await read();
    }
    if (!pointer) {
      reply.callNotFound();
      return reply;
    }
    const { bytes, etag } = pointer;
    reply.headers({ ...commonHeaders(ORIGIN_FILES.pointer), ETag: etag, ...(change && HOLDS) });
    if (etag === known) return reply.status(304).send();
    return reply.type('application/json; charset=utf-8').send(bytes);
  });
}

const commonHeaders = (name: string) => ({
  'Cache-Control': cacheControlOf(name),
  'X-Content-Type-Options': 'nosniff',
});

/** `npm start -w mfe-blog`: serves the team's releases until it is interrupted. */
export async function serveOrigin(interrupted: AbortSignal): Promise<void> {
  const remote = readRemote(process.cwd());
  const server = await buildOrigin(originFolder(remote, process.env));
  interrupted.addEventListener('abort', () => void server.close());
  const host = getter(process.env)(SETTINGS.host);
  await server.listen({ port: portOf(remote), host }).catch((error: unknown) => {
    throw portError(error, remote.portVariable);
  });
  // The command ends its process when this resolves.
  await once(server.server, 'close');
}

// When run as a program: bundled (tools/scripts/build/build-package.ts), it starts fast.
if (require.main === module)
  serveOrigin(interruption()).catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  });
