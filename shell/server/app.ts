import path from 'node:path';
import compress from '@fastify/compress';
import * as engine from '@vidlunnia/engine/server';
import { promptClose, requests } from '@vidlunnia/operating';
import type { FastifyInstance } from 'fastify';
import type { Environment } from './environment';
import { apiProxy } from './routes/api';
import { feeds } from './routes/feeds';
import { forms } from './routes/forms';
import { previewTexts } from './previews';
import { serverSite } from './site.server';

/** The public server: pages, the shell's files, the remotes' files and the API, all on one origin. */
export async function buildApp(
  settings: Environment,
  folder: string,
  startRenderer?: engine.StartRenderer,
): Promise<FastifyInstance> {
  const app = engine.createServer(settings);
  const { apiOrigin, siteUrl } = settings;

  await app.register(promptClose);
  await app.register(requests, { fields: (reply) => ({ releaseSet: reply.getHeader('x-release-set') }) });
  await app.register(engine.engine, { site: serverSite(settings), settings, folder, startRenderer });
  await app.register(engine.errors);
  await app.register(engine.metrics, { port: settings.metricsPort, host: settings.host });
  await app.register(engine.security, { siteUrl, rendersPerMinute: settings.rendersPerMinute });
  await app.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    // Otherwise it also decodes request bodies, so the API's headers would not match its body.
    globalDecompression: false,
  });
  if (settings.development) await app.register(engine.development, { apiOrigin, dataDir: settings.dataDir });

  await app.register(engine.livePages, { development: settings.development });
  await app.register(engine.previews, { maxSets: settings.previews, texts: previewTexts });
  await app.register(engine.groups);
  await app.register(engine.health);
  await app.register(apiProxy, { apiOrigin });
  await app.register(engine.files, { publicFiles: path.join(folder, 'public') });
  await app.register(engine.releases);
  await app.register(engine.reports);
  await app.register(forms, { apiOrigin });
  await app.register(feeds, { siteUrl, apiOrigin });
  await app.register(engine.pages);
  return app;
}
