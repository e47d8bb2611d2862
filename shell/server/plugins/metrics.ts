import fp from 'fastify-plugin';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { operatorPort, pulled } from '@vidlunnia/operating';
import type { Site } from '../open-site';
import type { PageCache } from '../pages/page-cache';
import type { Rendering } from '../pages/page-responder';
import type { IslandReports, PolicyReports } from '../routes/report-counts';

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
  for (const [name, { help, labels = [], read }] of Object.entries(pulledFrom(sources)))
    pulled(registry, name.endsWith('_total') ? Counter : Gauge, name, help, labels, read);
  await app.register(operatorPort, { port, host, registry });
});

/** A metric that is read where it is kept. */
interface Pulled {
  readonly help: string;
  readonly labels?: readonly string[];
  readonly read: Parameters<typeof pulled>[5];
}

const pulledFrom = (sources: Sources): Readonly<Record<string, Pulled>> => ({
  ...ofPages(sources),
  ...ofReleases(sources),
  ...ofBrowsers(sources),
});

function ofPages({ cache, site }: Sources): Readonly<Record<string, Pulled>> {
  const worker = () => site.figures().worker;
  const ofWorker = (value: () => number) => () => [[{ release_set: worker().releaseSet }, value()] as const];
  return {
    shell_page_cache_lookups_total: {
      help: 'Lookups in the page cache',
      labels: ['result'],
      read: () => {
        const { hits, stale, misses } = cache.figures();
        const lookups = { fresh: hits - stale, stale, miss: misses };
        return Object.entries(lookups).map(([result, count]) => [{ result }, count] as const);
      },
    },
    shell_page_cache_pages: { help: 'Pages in the cache', read: () => [[{}, cache.figures().pages]] },
    shell_page_cache_bytes: { help: 'Bytes of these pages', read: () => [[{}, cache.figures().bytes]] },
    shell_render_worker_ready: {
      help: '1 when the worker of the live release set renders, 0 while it restarts or there is none',
      labels: ['release_set'],
      read: ofWorker(() => Number(worker().state === 'ready')),
    },
    shell_render_worker_pages: {
      help: 'Pages that the worker renders at this moment',
      labels: ['release_set'],
      read: ofWorker(() => worker().rendering),
    },
    shell_render_worker_restarts_total: {
      help: 'How often a new process took over',
      labels: ['release_set'],
      read: ofWorker(() => worker().restarts),
    },
  };
}

function ofReleases({ site }: Sources): Readonly<Record<string, Pulled>> {
  const list = () => {
    const { remotesFile } = site.report();
    return remotesFile ? [remotesFile] : [];
  };
  return {
    shell_release_info: {
      help: 'The release of each remote that visitors get',
      labels: ['remote', 'version', 'commit'],
      read: () =>
        Object.values(site.live().releases).map(
          ({ name, commit, release: { version } }) =>
            [{ remote: name, version, commit: commit ?? '' }, 1] as const,
        ),
    },
    shell_remotes_file_serial: {
      help: 'Serial of the list of remotes that is in force',
      read: () => list().map(({ serial }) => [{}, serial ?? 0] as const),
    },
    shell_remotes_file_rejected: {
      help: '1 while the list of remotes is not taken as it is in its file',
      read: () => list().map(({ problem }) => [{}, Number(problem !== null)] as const),
    },
    shell_promotions_total: {
      help: 'Releases that went live',
      labels: ['remote'],
      read: () => [...site.figures().promotions].map(([remote, count]) => [{ remote }, count] as const),
    },
    shell_rejections_total: {
      help: 'Rejected releases, each once until something else happens to its remote',
      labels: ['remote', 'step'],
      read: () =>
        [...site.figures().rejections].map(([key, count]) => {
          const [remote = '', step = ''] = key.split(' ');
          return [{ remote, step }, count] as const;
        }),
    },
  };
}

const ofBrowsers = ({ islandReports, policyReports }: Sources): Readonly<Record<string, Pulled>> => ({
  shell_island_failures_total: {
    help: 'What browsers reported of islands: not-loaded, late or crashed',
    labels: ['remote', 'version', 'island', 'kind'],
    read: () => islandReports.counts().map(({ labels, count }) => [labels, count] as const),
  },
  shell_policy_violations_total: {
    help: 'What browsers reported that the Content-Security-Policy stopped, by whose file did it',
    labels: ['directive', 'source'],
    read: () => policyReports.counts().map(({ labels, count }) => [labels, count] as const),
  },
});
