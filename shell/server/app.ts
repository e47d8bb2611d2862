import path from 'node:path';
import compress from '@fastify/compress';
import { goneClients, requestIds, requestLog, withoutQuery } from '@vidlunnia/operating';
import { shellContract } from '@vidlunnia/remote-kit/release';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { MODULE_IDS } from '../src/pages/page-table';
import { UNKNOWN_ADDRESS } from '../src/pages/pages';
import { createPageCache } from './cache/page-cache';
import { readClientBuild, readStarter } from './client-build';
import type { Environment } from './environment';
import { askPosts } from './feeds/ask-posts';
import { feeds } from './feeds/feeds';
import { createPostList } from './feeds/post-list';
import { createPageProblems, development } from './plugins/development';
import { errors } from './plugins/errors';
import { files } from './plugins/files';
import { foreignRequests } from './plugins/foreign-requests';
import { forms } from './plugins/forms';
import { health } from './plugins/health';
import { metrics } from './plugins/metrics';
import { pages } from './plugins/pages';
import { releases } from './plugins/releases';
import { renderLimit } from './plugins/render-limit';
import { reports } from './plugins/reports';
import { securityHeaders } from './plugins/security-headers';
import { speculation } from './plugins/speculation';
import { upstreams } from './plugins/upstreams';
import { describeError, logHooks } from './log-hooks';
import { createRepeats } from './log-repeats';
import { createPageResponder } from './page-responder';
import { createPolicyReports } from './policy-reports';
import { createIslandReports } from './releases/island-reports';
import { openSite } from './open-site';
import { createPageStyles } from './styles/page-styles';

/**
 * The front door: pages, the shell's files, the remotes' files and the API, all on one origin. `open` gives the site
 * that it shows.
 */
export async function buildApp(
  environment: Environment,
  folder: string,
  open = openSite,
): Promise<FastifyInstance> {
  const dist = path.join(folder, 'dist');
  const repeats = createRepeats();
  const app = fastify({
    logger: {
      level: environment.logLevel,
      hooks: logHooks(repeats),
      serializers: {
        req: ({ method, url }) => ({ method, url: withoutQuery(url) }),
        err: describeError,
      },
    },
    ...requestIds,
    // `requestLog` writes its own line.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: environment.trustProxy ?? false,
    requestTimeout: 20_000,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    // Fastify would respond by itself, and not with a page.
    rewriteUrl: ({ url = '/' }) => (isEncoded(url) ? url : UNKNOWN_ADDRESS),
  });
  app.addHook('onClose', (_, done) => {
    repeats.end();
    done();
  });
  await app.register(goneClients);
  await app.register(errors);
  const build = readClientBuild(dist);
  const starter = readStarter(dist, build);
  const contract = shellContract(MODULE_IDS, build);
  const { site, store } = await open(environment, dist, contract, app.log);
  app.addHook('onClose', () => site.stop());
  await app.register(requestLog, {
    fields: (reply) => ({ releaseSet: reply.getHeader('x-release-set') }),
  });
  const cache = createPageCache(environment.pageFreshFor);
  const islandReports = createIslandReports(
    () => site.report().remotes,
    () => site.current().releaseSet.zones,
  );
  const policyReports = createPolicyReports(() => Object.keys(site.report().remotes));
  await app.register(metrics, {
    port: environment.metricsPort,
    host: environment.host,
    ...{ site, cache, islandReports, policyReports },
  });
  await app.register(health, { site });
  await app.register(securityHeaders, { scripts: [starter.source] });
  await app.register(foreignRequests, { siteUrl: environment.siteUrl });
  await app.register(renderLimit, { rendersPerMinute: environment.rendersPerMinute });
  await app.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    // Otherwise it also decodes what is sent here: the API would get another body than its headers say.
    globalDecompression: false,
  });
  await app.register(upstreams, { apiOrigin: environment.apiOrigin });
  await app.register(files, {
    client: path.join(dist, 'client'),
    publicFiles: path.join(folder, 'public'),
    releases: store.root,
    obtain: site.obtain,
  });
  await app.register(releases, { site, islandReports });
  await app.register(reports, { islandReports, policyReports });
  const folders = { '/assets/': path.join(dist, 'client'), '/remotes/': store.root };
  const pageStyles = createPageStyles(folders);
  const pageProblems = createPageProblems();
  const respond = createPageResponder({
    build,
    starter,
    siteUrl: environment.siteUrl,
    site,
    cache,
    development: environment.development,
    retentionMonths: environment.retentionMonths,
    pageStyles,
    log: app.log,
    onRendered: app.onRendered,
    ...(environment.development && {
      onProblems: (pathname, problems) => void pageProblems.set(pathname, problems),
    }),
  });
  if (environment.development) {
    await app.register(development, {
      ...{ site, apiOrigin: environment.apiOrigin, pageProblems, files: folders },
      problemsFolder: path.join(environment.dataDir, '../problems'),
    });
  }
  await app.register(forms, {
    apiOrigin: environment.apiOrigin,
    renderPage: async (submission, request) =>
      (await respond({ pathname: '/', submission, requestId: request.id }, () => app.allowRender(request)))
        .page,
  });
  await app.register(feeds, {
    siteUrl: environment.siteUrl,
    posts: createPostList(() =>
      askPosts(environment.apiOrigin, (message) => {
        app.log.warn(message);
      }),
    ),
  });
  await app.register(speculation);
  await app.register(pages, { site, respond });
  return app;
}

/** Whether every percent sign of an address stands for a byte of some text. */
function isEncoded(url: string): boolean {
  try {
    return decodeURIComponent(withoutQuery(url)) !== '';
  } catch {
    return false;
  }
}
