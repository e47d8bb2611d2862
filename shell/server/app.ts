import { CONTENT_SIGNER } from '@vidlunnia/content/settings';
import * as engine from '@vidlunnia/engine/server';
import type { FastifyInstance } from 'fastify';
import type { Environment } from './environment';
import { previewTexts } from './previews';
import { apiProxy } from './routes/api';
import { feeds } from './routes/feeds';
import { forms } from './routes/forms';
import { serverSite } from './site.server';

/** The public server: pages, the shell's files, the remotes' files and the API, all on one origin. */
export async function buildApp(
  settings: Environment,
  folder: string,
  startRenderer?: engine.StartRenderer,
): Promise<FastifyInstance> {
  const app = engine.createServer(settings);
  const { apiOrigin, siteUrl } = settings;
  await app.register(engine.engine, { site: serverSite(settings), settings, folder, startRenderer });
  await app.register(engine.previews, {
    maxSets: settings.previews,
    texts: previewTexts,
    contentSigner: CONTENT_SIGNER,
  });
  await app.register(engine.groups);
  await app.register(apiProxy, { apiOrigin });
  await app.register(forms, { apiOrigin });
  await app.register(feeds, { siteUrl, apiOrigin });
  return app;
}
