import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { repositoryRoot, shell } from '@vidlunnia/shared/build';
import { serverEntries } from '@vidlunnia/shell/server/releases/remote-release';
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

/** Time from asking a render worker for a page to having it, its data asked of the API every time. */
export async function measureRendering({ federated, postPath }: Sites): Promise<Figure[]> {
  const releaseSet = (await (await fetch(`${federated.url}/-/release-set`)).json()) as ReleaseSet;
  const dist = path.join(repositoryRoot, shell.folder, 'dist');
  const worker = await startRenderWorker(path.join(dist, 'node/worker.js'), {
    bundle: path.join(dist, 'server/render.js'),
    options: {
      releaseSet,
      entries: serverEntries(await openReleaseStore(federated.releases), releaseSet),
      apiOrigin: federated.apiOrigin,
      dataDeadline: 2_000,
    },
  });
  const render = (pathname: string) => async () => {
    const started = performance.now();
    const page = await worker.render({ pathname, submission: null }, DEADLINE);
    const took = performance.now() - started;
    if (page.status !== 200 || page.problems.length > 0) {
      throw new Error(`${pathname} was not rendered whole: ${page.problems.join('; ')}`);
    }
    return took;
  };
  const pages = { 'home page': render('/'), post: render(postPath) };
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
    await worker.stop();
  }
}
