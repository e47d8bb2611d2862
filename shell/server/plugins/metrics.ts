import fp from 'fastify-plugin';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RemotesFileReport } from '@vidlunnia/contracts/release-report';
import { operatorPort, pulled } from '@vidlunnia/operating';
import type { Rendering } from '../page-responder';
import type { PageCache } from '../cache/page-cache';
import type { PolicyReports } from '../policy-reports';
import type { IslandReports } from '../releases/island-reports';
import type { LiveSite } from '../releases/live-site';

interface Options {
  readonly port: number | undefined;
  readonly host: string;
  readonly site: Pick<LiveSite, 'report' | 'figures'>;
  readonly cache: Pick<PageCache, 'figures'>;
  readonly islandReports: Pick<IslandReports, 'figures'>;
  readonly policyReports: Pick<PolicyReports, 'figures'>;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly onRendered: (outcome: Rendering, seconds: number) => void;
  }
}

/** What operators may read on their own port. */
export const metrics = fp<Options>(async (app, options) => {
  const { port, host, site, cache, islandReports, policyReports } = options;
  const registry = new Registry();
  const renders = new Histogram({
    name: 'shell_render_duration_seconds',
    help: 'Pages that a render worker rendered, failed to, or had no time for (shed)',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  });
  app.decorate('onRendered', (outcome: string, seconds: number) => {
    renders.observe({ outcome }, seconds);
  });
  pulled(registry, Counter, 'shell_page_cache_lookups_total', 'Lookups in the page cache', ['result'], () => {
    const { hits, stale, misses } = cache.figures();
    return [
      [{ result: 'fresh' }, hits - stale],
      [{ result: 'stale' }, stale],
      [{ result: 'miss' }, misses],
    ];
  });
  pulled(registry, Gauge, 'shell_page_cache_pages', 'Pages in the cache', [], () => [
    [{}, cache.figures().pages],
  ]);
  pulled(registry, Gauge, 'shell_page_cache_bytes', 'Bytes of the pages in the cache', [], () => [
    [{}, cache.figures().bytes],
  ]);

  const ofWorkers = (count: (worker: ReturnType<LiveSite['figures']>['workers'][number]) => number) => () =>
    site.figures().workers.map((worker) => [{ release_set: worker.releaseSet }, count(worker)] as const);
  pulled(
    registry,
    Gauge,
    'shell_render_worker_ready',
    '1 when the worker of a release set renders, 0 while it restarts; none when browsers render',
    ['release_set'],
    ofWorkers(({ state }) => Number(state === 'ready')),
  );
  pulled(
    registry,
    Gauge,
    'shell_render_worker_pages',
    'Pages that a worker renders at this moment',
    ['release_set'],
    ofWorkers(({ rendering }) => rendering),
  );
  pulled(
    registry,
    Counter,
    'shell_render_worker_restarts_total',
    'How often a new process took over',
    ['release_set'],
    ofWorkers(({ restarts }) => restarts),
  );

  pulled(
    registry,
    Gauge,
    'shell_release_info',
    'The release of each remote that visitors get',
    ['remote', 'version', 'commit'],
    () =>
      Object.entries(site.report().remotes).flatMap(([remote, { live }]) =>
        live ? [[{ remote, version: live.version, commit: live.commit ?? '' }, 1] as const] : [],
      ),
  );
  const ofList = (value: (report: RemotesFileReport) => number) => () => {
    const { remotesFile } = site.report();
    return remotesFile ? [[{}, value(remotesFile)] as const] : [];
  };
  pulled(
    registry,
    Gauge,
    'shell_remotes_file_serial',
    'Serial of the list of remotes that is in force',
    [],
    ofList(({ serial }) => serial ?? 0),
  );
  pulled(
    registry,
    Gauge,
    'shell_remotes_file_rejected',
    '1 while the list of remotes is not taken as it is in its file',
    [],
    ofList(({ problem }) => Number(problem !== null)),
  );
  pulled(registry, Counter, 'shell_promotions_total', 'Releases that went live', ['remote'], () =>
    [...site.figures().promotions].map(([remote, count]) => [{ remote }, count] as const),
  );
  pulled(
    registry,
    Counter,
    'shell_rejections_total',
    'Rejected releases, each once until something else happens to its remote',
    ['remote', 'step'],
    () => site.figures().rejections.map(({ count, remote, step }) => [{ remote, step }, count] as const),
  );
  pulled(
    registry,
    Counter,
    'shell_island_failures_total',
    'What browsers reported of islands: not-loaded, late or crashed',
    ['remote', 'version', 'island', 'kind'],
    () => islandReports.figures().map(({ count, ...labels }) => [labels, count] as const),
  );
  pulled(
    registry,
    Counter,
    'shell_policy_violations_total',
    'What browsers reported that the Content-Security-Policy stopped, by whose file did it',
    ['directive', 'source'],
    () => policyReports.figures().map(({ count, ...labels }) => [labels, count] as const),
  );
  await app.register(operatorPort, { port, host, registry });
});
