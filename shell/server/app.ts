import path from 'node:path';
import compress from '@fastify/compress';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { readClientBuild } from './client-build';
import type { Environment } from './environment';
import { files } from './plugins/files';
import { pages } from './plugins/pages';
import { securityHeaders } from './plugins/security-headers';
import { upstreams } from './plugins/upstreams';
import { watchReleases } from './releases/release-watch';

/** The front door: pages, the shell's files, the remotes' files and the API, all on one origin. */
export async function buildApp(environment: Environment, folder: string): Promise<FastifyInstance> {
  const dist = path.join(folder, 'dist');
  const app = fastify({
    logger: {
      level: environment.logLevel,
      serializers: { req: ({ method, url }) => ({ method, url: pathOf(url) }) },
    },
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 20_000,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
  });
  const releases = await watchReleases({
    origins: environment.remoteOrigins,
    pollInterval: environment.pollInterval,
    log: app.log,
  });
  app.addHook('onClose', () => {
    releases.stop();
  });
  app.get('/healthz', (_, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  await app.register(securityHeaders);
  await app.register(compress, { encodings: ['br', 'gzip', 'identity'] });
  await app.register(upstreams, {
    apiOrigin: environment.apiOrigin,
    remoteOrigins: environment.remoteOrigins,
  });
  await app.register(files, { client: path.join(dist, 'client'), publicFiles: path.join(folder, 'public') });
  await app.register(pages, { build: readClientBuild(dist), releases });
  return app;
}

/** Without the query: it may hold what a visitor typed. */
const pathOf = (url: string) => url.split('?', 1).join('');
