import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { repositoryRoot, shell } from '@vidlunnia/remote-kit/build';
import { serverEntries } from '@vidlunnia/shell/server/releases/release-set';
import { startRenderWorker } from '@vidlunnia/shell/server/render/render-worker';
import type { ReleaseSet } from '@vidlunnia/shell/src/remotes/release-set';
import { openReleaseStore } from '@vidlunnia/shell/server/releases/release-store';
import { interleave } from '../measure/interleave';
import { median } from '../measure/median';
import type { Sites } from '../sites/sites';
import { atMost, type Figure } from './figure';

const WARM_UP = 50;
const RENDERS = 100;
/** Milliseconds after which a rendering is not slow but broken. */
const DEADLINE = 5_000;

/** A render worker that is timed. */
export interface TimedRenderer {
  /** Measures one page: milliseconds from asking for it to having it. */
  render(pathname: string): () => Promise<number>;
  stop(): Promise<void>;
}

/** Starts a worker of the site's releases that asks this API for its data, every time. */
export async function openRenderer({ federated }: Sites, apiOrigin: string): Promise<TimedRenderer> {
  const releaseSet = (await (await fetch(`${federated.url}/-/release-set`)).json()) as ReleaseSet;
  const dist = path.join(repositoryRoot, shell.folder, 'dist');
  const worker = await startRenderWorker(path.join(dist, 'node/worker.js'), {
    bundle: path.join(dist, 'server/render.js'),
    options: {
      releaseSet,
      entries: serverEntries(await openReleaseStore(federated.releases), releaseSet),
      apiOrigin,
      dataDeadline: 2_000,
      retentionMonths: 12,
    },
  });
  return {
    render: (pathname) => async () => {
      const started = performance.now();
      const page = await worker.render({ pathname, submission: null }, DEADLINE);
      const took = performance.now() - started;
      if (page.status !== 200 || page.failures.length > 0) {
        throw new Error(
          `${pathname} was not rendered whole: ${page.failures.map(({ id, reason }) => `${id}: ${reason}`).join('; ')}`,
        );
      }
      return took;
    },
    stop: () => worker.stop(),
  };
}

/** Time of an uncached rendering of each kind of page. */
export async function measureRendering(sites: Sites): Promise<Figure[]> {
  const renderer = await openRenderer(sites, sites.federated.apiOrigin);
  const pages = { 'home page': renderer.render('/'), post: renderer.render(sites.postPath) };
  try {
    await interleave(WARM_UP, pages);
    const times = await interleave(RENDERS, pages);
    return Object.entries(times).map(([page, values]) => ({
      name: `Uncached rendering of the ${page}, median`,
      measured: median(values),
      unit: 'ms',
      target: atMost(10),
      detail: `${String(RENDERS)} renderings after ${String(WARM_UP)}; slowest ${Math.max(...values).toFixed(1)} ms`,
    }));
  } finally {
    await renderer.stop();
  }
}
