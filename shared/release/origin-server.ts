import path from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { ORIGIN_FILES } from '../contracts/release';
import { HISTORY_FILE } from './history';

/** Path that answers whether or not anything was released. */
export const ORIGIN_HEALTH = '/healthz';

/** What a new release changes; everything else at an origin never does. */
const CHANGING: readonly string[] = [ORIGIN_FILES.pointer, HISTORY_FILE];

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
      const changes = CHANGING.includes(path.relative(root, file));
      response.setHeader('Cache-Control', changes ? 'no-store' : 'public, max-age=31536000, immutable');
      response.setHeader('X-Content-Type-Options', 'nosniff');
    },
  });
  return server;
}
