import path from 'node:path';
import compress from '@fastify/compress';
import type { ShellContract } from '@vidlunnia/contracts/release-report';
import { goneClients, requestIds, requestLog, withoutQuery } from '@vidlunnia/operating';
import type { Log } from '@vidlunnia/operating/log';
import { shellContract } from '@vidlunnia/releases/shell-contract';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { MODULE_IDS, UNKNOWN_ADDRESS } from '../src/pages/pages';
import type { Environment } from './environment';
import { describeError, limitRepeats } from './logging';
import { openSite, renderWorkers, type Site } from './open-site';
import { readClientBuild, readStarter } from './pages/client-build';
import { PREFETCH_RULES } from './pages/document';
import { PageCache } from './pages/page-cache';
import { createPageResponder } from './pages/page-responder';
import { createPageStyles } from './pages/page-styles';
import { errors } from './plugins/errors';
import { metrics } from './plugins/metrics';
import { previews } from './previews/previews';
import { security } from './plugins/security';
import { apiProxy } from './routes/api';
import { feeds } from './routes/feeds';
import { files } from './routes/files';
import { forms } from './routes/forms';
import { health } from './routes/health';
import { pages } from './routes/pages';
import { releases } from './routes/releases';
import { reports } from './routes/reports';

/** Opens the site that the server shows; `dist` is the folder of the shell's build. */
type OpenSite = (environment: Environment, dist: string, contract: ShellContract, log: Log) => Promise<Site>;

const openRealSite: OpenSite = (environment, dist, contract, log) =>
  openSite(environment, contract, log, renderWorkers(environment, dist, log));

/** The public server: pages, the shell's files, the remotes' files and the API, all on one origin. */
export async function buildApp(
  environment: Environment,
  folder: string,
  open = openRealSite,
): Promise<FastifyInstance> {
  const { apiOrigin, host, metricsPort, rendersPerMinute, retentionMonths, siteUrl } = environment;
  const app = createServer(environment);
  const dist = path.join(folder, 'dist');
  const client = path.join(dist, 'client');
  const build = readClientBuild(dist);
  const starter = readStarter(dist, build);
  const site = await open(environment, dist, shellContract(MODULE_IDS, build), app.log);
  app.addHook('onClose', () => site.stop());
  const owner = () => site.live().releaseSet.owner;
  const cache = new PageCache(environment.pageFreshFor);
  const folders = { '/assets/': client, '/remotes/': site.releases };

  await app.register(goneClients);
  await app.register(errors, { owner });
  await app.register(requestLog, {
    fields: (reply) => ({ releaseSet: reply.getHeader('x-release-set') }),
  });
  await app.register(metrics, { port: metricsPort, host, site, cache });
  const scripts = [starter.source, PREFETCH_RULES.source];
  await app.register(security, { siteUrl, scripts, rendersPerMinute });
  await app.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    // Otherwise it also decodes request bodies: the API would get a body that does not match its headers.
    globalDecompression: false,
  });
  if (environment.development) {
    const { development } = await import('./plugins/development');
    await app.register(development, { site, environment, folders });
  }

  const pageStyles = createPageStyles(folders);
  const document = { build, starter, siteUrl, retentionMonths, pageStyles, log: app.log };
  const respond = createPageResponder({
    ...document,
    cache: environment.development ? null : cache,
    live: site.live,
    renders: app.metrics.renders,
  });
  await app.register(previews, { site, siteUrl, most: environment.previews, document });
  await app.register(health, { site });
  await app.register(apiProxy, { apiOrigin });
  await app.register(files, { client, publicFiles: path.join(folder, 'public'), site });
  await app.register(releases, { site });
  await app.register(reports, { site });
  await app.register(forms, { apiOrigin, respond, owner });
  await app.register(feeds, { siteUrl, apiOrigin });
  await app.register(pages, { respond, apiOrigin });
  return app;
}

function createServer({ logLevel, trustProxy }: Environment): FastifyInstance {
  const repeats = limitRepeats();
  const app = fastify({
    logger: {
      level: logLevel,
      hooks: { logMethod: repeats.logMethod },
      serializers: {
        req: ({ method, url }) => ({ method, url: withoutQuery(url) }),
        err: describeError,
      },
    },
    ...requestIds,
    // `requestLog` writes its own lines.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    requestTimeout: 20_000,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    // Otherwise Fastify would respond itself, without a page.
    rewriteUrl: ({ url = '/' }) => (isEncoded(url) ? url : UNKNOWN_ADDRESS),
  });
  app.addHook('onClose', (_, done) => {
    repeats.end();
    done();
  });
  return app;
}

/** Whether every percent sign of a URL belongs to valid percent-encoded text. */
function isEncoded(url: string): boolean {
  try {
    return decodeURIComponent(withoutQuery(url)) !== '';
  } catch {
    return false;
  }
}
