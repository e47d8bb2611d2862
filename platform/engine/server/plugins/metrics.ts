import fp from 'fastify-plugin';
import { Counter, Histogram, Registry } from 'prom-client';
import { operatorPort, pulled } from '@vidlunnia/operating';
import { childrenMemory } from '@vidlunnia/operating/children-memory';
import type { Engine } from '../open-engine';
import type { PageCache } from '../pages/page-cache';

type Worker = ReturnType<Engine['figures']>['worker'];
type Metrics = ReturnType<typeof createMetrics>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Metrics that are counted where they happen. */
    readonly metrics: Metrics;
  }
}

/** Serves metrics to operators on their own port. */
export const metrics = fp<{ readonly port: number | undefined; readonly host: string }>(
  async (app, options) => {
    const registry = new Registry();
    app.decorate('metrics', createMetrics(registry));
    readEngine(registry, app.engine, app.pageParts.cache);
    await app.register(operatorPort, { ...options, registry });
  },
);

const createMetrics = (registry: Registry) => ({
  renders: new Histogram({
    name: 'shell_render_duration_seconds',
    help: 'Pages that a render worker rendered, failed to render, or shed',
    labelNames: ['outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  }),
  islandFailures: new Counter({
    name: 'shell_island_failures_total',
    help: 'Browsers’ reports of islands: not-loaded or crashed',
    labelNames: ['remote', 'version', 'island', 'kind'],
    registers: [registry],
  }),
});

/** Metrics whose values are read for each request of the metrics. */
function readEngine(registry: Registry, engine: Engine, cache: PageCache): void {
  const read = pulled.bind(null, registry);
  read('shell_page_cache_lookups_total', 'Lookups in the page cache', ['result'], () =>
    Object.entries(cache.figures().lookups).map(([result, count]) => [{ result }, count]),
  );
  read('shell_page_cache_pages', 'Pages in the cache', [], () => [[{}, cache.figures().pages]]);
  read('shell_page_cache_bytes', 'Bytes of the pages in the cache', [], () => [[{}, cache.figures().bytes]]);

  const ofWorker = (name: string, help: string, value: (status: Worker) => number) => {
    read(`shell_render_worker_${name}`, help, ['release_set'], () => {
      const { worker } = engine.figures();
      return [[{ release_set: worker.releaseSet }, value(worker)]];
    });
  };
  const ready = '1 when the live release set has a running worker, else 0';
  ofWorker('ready', ready, ({ state }) => Number(state === 'ready'));
  ofWorker('pages', 'Pages that the worker is rendering', ({ rendering }) => rendering);
  ofWorker('restarts_total', 'Replacements of the worker', ({ restarts }) => restarts);
  const memory = 'Resident memory of all render workers, also of previews and rollouts; on Linux only';
  read('shell_render_workers_memory_bytes', memory, [], () => childrenMemory().map((bytes) => [{}, bytes]));

  const live = 'The live release of each remote';
  read('shell_release_info', live, ['remote', 'version', 'commit'], () =>
    Object.values(engine.live().releases).map(({ name, commit, version }) => [
      { remote: name, version, commit: commit ?? '' },
      1,
    ]),
  );
  read('shell_promotions_total', 'Releases that went live', ['remote'], () =>
    [...engine.figures().promotions].map(([remote, count]) => [{ remote }, count]),
  );
  const undecided = '1 for a rollout whose time has passed with too few counted visitors, else 0';
  read('shell_rollout_undecided', undecided, ['remote', 'version'], () =>
    engine.rollouts
      .running()
      .map(([remote, { version, rollout }]) => [{ remote, version }, Number(rollout.undecided ?? false)]),
  );
  const rejections = 'Rejected releases; a repeated rejection is counted once';
  read('shell_rejections_total', rejections, ['remote', 'step'], () =>
    [...engine.figures().rejections].map(([key, count]) => {
      const [remote = '', step = ''] = key.split(' ');
      return [{ remote, step }, count];
    }),
  );

  const rejected = '1 while the current list of remotes in its file is rejected';
  read('shell_remotes_file_rejected', rejected, [], () => {
    const { remotesFileProblem: problem } = engine.report();
    return problem === undefined ? [] : [[{}, Number(problem !== null)]];
  });
}
