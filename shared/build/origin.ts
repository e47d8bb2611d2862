import path from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { portOf } from './environment';
import { remoteList } from './topology';

/** A team's origin: static files of its releases and the pointer to the live one, nothing else. */
async function serveOrigin(): Promise<void> {
  const folder = path.basename(process.cwd());
  const remote = remoteList.find((candidate) => candidate.folder === folder);
  if (!remote) throw new Error(`${folder} is not a remote of shared/build/topology.ts`);
  const server = fastify({ requestTimeout: 10_000 });
  await server.register(fastifyStatic, {
    root: path.resolve('dist'),
    cacheControl: false,
    setHeaders: (response, file) => {
      const immutable = path.basename(file) !== 'current.json';
      response.setHeader('Cache-Control', immutable ? 'public, max-age=31536000, immutable' : 'no-store');
      response.setHeader('X-Content-Type-Options', 'nosniff');
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
  await server.listen({ port: portOf(remote), host: process.env['HOST'] ?? '127.0.0.1' });
}

serveOrigin().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
