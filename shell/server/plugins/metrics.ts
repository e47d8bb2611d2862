import fp from 'fastify-plugin';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RemotesFileReport } from '@vidlunnia/contracts/release-report';
import { operatorPort, pulled } from '@vidlunnia/operating';
import type { Site } from '../open-site';
import type { PageCache } from '../pages/page-cache';
import type { Rendering } from '../pages/page-responder';
import type { Counted, IslandReports, PolicyReports } from '../routes/report-counts';

interface Sources {
  readonly site: Site;
  readonly cache: Pick<PageCache, 'figures'>;
  readonly islandReports: Pick<IslandReports, 'counts'>;
  readonly policyReports: Pick<PolicyReports, 'counts'>;
}

interface Options extends Sources {
  readonly port: number | undefined;
  readonly host: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly onRendered: (outcome: Rendering, seconds: number) => void;
  }
}

/** What operators may read on their own port. */
export const metrics = fp<Options>(async (app, { port, host, ...sources }) => {
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
  const all = [...ofPages(sources), ...ofReleases(sources), ...ofBrowsers(sources)];
  for (const [Metric, name, labelNames, help, read] of all)
    pulled(registry, Metric, name, help, labelNames, read);
  await app.register(operatorPort, { port, host, registry });
});

/** A metric that is read where it is kept. */
type Pulled = readonly [
  Metric: typeof Counter | typeof Gauge,
  name: string,
  labelNames: readonly string[],
  help: string,
  read: Parameters<typeof pulled>[5],
];

function ofPages({ cache, site }: Sources): Pulled[] {
  const lookups = () => {
    const { hits, stale, misses } = cache.figures();
    return [
      [{ result: 'fresh' }, hits - stale] as const,
      [{ result: 'stale' }, stale] as const,
      [{ result: 'miss' }, misses] as const,
    ];
  };
  const ofWorker = (value: (worker: ReturnType<Site['figures']>['worker']) => number) => () => {
    const { worker } = site.figures();
    return [[{ release_set: worker.releaseSet }, value(worker)] as const];
  };
  const perSet = ['release_set'];
  return [
    [Counter, 'shell_page_cache_lookups_total', ['result'], 'Lookups in the page cache', lookups],
    [Gauge, 'shell_page_cache_pages', [], 'Pages in the cache', () => [[{}, cache.figures().pages]]],
    [Gauge, 'shell_page_cache_bytes', [], 'Bytes of these pages', () => [[{}, cache.figures().bytes]]],
    [
      Gauge,
      'shell_render_worker_ready',
      perSet,
      '1 when the worker of the live release set renders, 0 while it restarts or there is none',
      ofWorker(({ state }) => Number(state === 'ready')),
    ],
    [
      Gauge,
      'shell_render_worker_pages',
      perSet,
      'Pages that the worker renders at this moment',
      ofWorker(({ rendering }) => rendering),
    ],
    [
      Counter,
      'shell_render_worker_restarts_total',
      perSet,
      'How often a new process took over',
      ofWorker(({ restarts }) => restarts),
    ],
  ];
}

function ofReleases({ site }: Sources): Pulled[] {
  const live = () =>
    Object.entries(site.report().remotes).flatMap(([remote, release]) =>
      release.live
        ? [[{ remote, version: release.live.version, commit: release.live.commit ?? '' }, 1] as const]
        : [],
    );
  const ofList = (value: (report: RemotesFileReport) => number) => () => {
    const { remotesFile } = site.report();
    return remotesFile ? [[{}, value(remotesFile)] as const] : [];
  };
  const promotions = () =>
    [...site.figures().promotions].map(([remote, count]) => [{ remote }, count] as const);
  const rejections = () =>
    [...site.figures().rejections].map(([key, count]) => {
      const [remote = '', step = ''] = key.split(' ');
      return [{ remote, step }, count] as const;
    });
  return [
    [
      Gauge,
      'shell_release_info',
      ['remote', 'version', 'commit'],
      'The release of each remote that visitors get',
      live,
    ],
    [
      Gauge,
      'shell_remotes_file_serial',
      [],
      'Serial of the list of remotes that is in force',
      ofList(({ serial }) => serial ?? 0),
    ],
    [
      Gauge,
      'shell_remotes_file_rejected',
      [],
      '1 while the list of remotes is not taken as it is in its file',
      ofList(({ problem }) => Number(problem !== null)),
    ],
    [Counter, 'shell_promotions_total', ['remote'], 'Releases that went live', promotions],
    [
      Counter,
      'shell_rejections_total',
      ['remote', 'step'],
      'Rejected releases, each once until something else happens to its remote',
      rejections,
    ],
  ];
}

const counted = (counts: readonly Counted[]) => counts.map(({ labels, count }) => [labels, count] as const);

const ofBrowsers = ({ islandReports, policyReports }: Sources): Pulled[] => [
  [
    Counter,
    'shell_island_failures_total',
    ['remote', 'version', 'island', 'kind'],
    'What browsers reported of islands: not-loaded, late or crashed',
    () => counted(islandReports.counts()),
  ],
  [
    Counter,
    'shell_policy_violations_total',
    ['directive', 'source'],
    'What browsers reported that the Content-Security-Policy stopped, by whose file did it',
    () => counted(policyReports.counts()),
  ],
];
