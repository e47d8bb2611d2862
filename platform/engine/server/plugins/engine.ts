import path from 'node:path';
import { shellContract } from '@vidlunnia/releases/shell-contract';
import fp from 'fastify-plugin';
import type { ServerSite } from '../../site';
import { openEngine, renderWorkers, type Engine, type StartRenderer } from '../open-engine';
import type { EngineSettings } from '../settings';
import { readClientBuild, type SiteParts } from '../pages/document';
import { PageCache } from '../pages/page-cache';
import { createPageStyles, type PageStyles } from '../pages/page-styles';

declare module 'fastify' {
  interface FastifyInstance {
    readonly engine: Engine;
    /** What all pages are made of. */
    readonly pageParts: PageParts;
  }
}

export interface PageParts extends SiteParts {
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

/** Opens the engine for the other plugins, and stops it with the server. */
export const engine = fp<Options>(
  async (app, { site, settings, folder, startRenderer }) => {
    const dist = path.join(folder, 'dist');
    const { build, starter } = readClientBuild(dist);
    const contract = shellContract(Object.keys(site.modules), site.contractVersions, build);
    const workers = startRenderer ?? renderWorkers(site, settings, dist, app.log);
    const opened = await openEngine(site, settings, contract, app.log, workers);
    app.addHook('onClose', () => opened.stop());
    const folders = { '/assets/': path.join(dist, 'client'), '/remotes/': opened.releases };
    app.decorate('engine', opened);
    app.decorate('pageParts', {
      site,
      siteUrl: settings.siteUrl,
      build,
      starter,
      pageStyles: createPageStyles(folders),
      cache: new PageCache(settings.pageFreshFor, opened.contentVersion),
      folders,
    });
  },
  { name: 'engine' },
);
