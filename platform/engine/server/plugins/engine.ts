import path from 'node:path';
import compress from '@fastify/compress';
import { promptClose, requests } from '@vidlunnia/operating';
import { shellContract } from '@vidlunnia/releases/shell-contract';
import fp from 'fastify-plugin';
import type { ServerSite } from '../../site';
import { openEngine, renderWorkers, type Engine, type StartRenderer } from '../open-engine';
import type { EngineSettings } from '../engine-settings';
import { readClientBuild, type SiteParts } from '../pages/document';
import { PageCache } from '../pages/page-cache';
import { createPageStyles, type PageStyles } from '../pages/page-styles';
import { files } from '../routes/files';
import { pages } from '../routes/pages';
import { status } from '../routes/status';
import { reports } from '../routes/reports';
import { errors } from './errors';
import { metrics } from './metrics';
import { security } from './security';

declare module 'fastify' {
  interface FastifyInstance {
    readonly engine: Engine;
    /** What all pages are made of. */
    readonly pageParts: PageParts;
  }
}

interface PageParts extends SiteParts {
  readonly pageStyles: PageStyles;
  readonly cache: PageCache;
  /** Folders of public files, by address prefix: those of the site's own build, and those of the remotes. */
  readonly folders: { readonly '/assets/': string; readonly '/remotes/': string };
}

interface Options {
  readonly site: ServerSite;
  readonly settings: EngineSettings;
  /** Folder of the site's package, with its build in `dist` and its public files in `public`. */
  readonly folder: string;
  /** Instead of render workers. */
  readonly startRenderer?: StartRenderer | undefined;
}

/** Opens the engine, serves the pages of its live releases, and stops it with the server. */
export const engine = fp<Options>(async (app, { site, settings, folder, startRenderer }) => {
  const { apiOrigin, dataDir, host, metricsPort, rendersPerMinute, siteUrl } = settings;
  const dist = path.join(folder, 'dist');
  const { build, starter } = readClientBuild(dist);
  const contract = shellContract(Object.keys(site.modules), site.contractVersions, build);
  const workers = startRenderer ?? renderWorkers(site, settings, dist, app.log);
  const opened = await openEngine(site, settings, contract, app.log, workers);
  app.addHook('onClose', () => opened.stop());
  const folders = { '/assets/': path.join(dist, 'client'), '/remotes/': opened.releases };
  const pageStyles = createPageStyles(folders);
  const cache = new PageCache(settings.pageFreshFor, opened.contentVersion);
  app.decorate('engine', opened);
  app.decorate('pageParts', { site, siteUrl, build, starter, pageStyles, cache, folders });

  await app.register(promptClose);
  await app.register(requests, { fields: (reply) => ({ releaseSet: reply.getHeader('x-release-set') }) });
  await app.register(errors);
  await app.register(metrics, { port: metricsPort, host });
  await app.register(security, { siteUrl, rendersPerMinute });
  await app.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    // Otherwise it also decodes request bodies, so the API's headers would not match its body.
    globalDecompression: false,
  });
  if (settings.development) {
    const { development } = await import('./development');
    await app.register(development, { apiOrigin, dataDir });
  }
  await app.register(files, { publicFiles: path.join(folder, 'public') });
  await app.register(status);
  await app.register(reports);
  await app.register(pages, { development: settings.development });
});
