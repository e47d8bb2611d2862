import path from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { cacheControlOf } from './cache-control';

/** Path that answers whether or not anything was released. */
export const ORIGIN_HEALTH = '/healthz';

/** A team's origin: static files of its releases and the pointer to the current one, nothing else. */
export async function buildOrigin(root: string): Promise<FastifyInstance> {
  const server = fastify({ requestTimeout: 10_000 });
  server.get(ORIGIN_HEALTH, () => ({ status: 'ok' }));
  await server.register(fastifyStatic, {
    root,
    // Locks, and files that are half written.
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response, file) => {
      response.setHeader('Cache-Control', cacheControlOf(path.relative(root, file)));
      response.setHeader('X-Content-Type-Options', 'nosniff');
    },
  });
  return server;
}
