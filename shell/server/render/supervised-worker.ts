import { setTimeout as pause } from 'node:timers/promises';
import type { RenderedPage } from '../../src/rendering/page-renderer';
import { DEADLINES } from '../../src/rendering/deadlines';
import type { ReleaseSet } from '../../src/remotes/release-set';
import type { PageRequest } from '../../src/pages/page-request';
import { RenderTimeout, type RenderWorker } from './render-worker';

/** Pages in a row that time out before a worker is taken for hung. */
const HUNG_AFTER = 2;
/** Pages that may wait for one worker: the last of them waits for some 300 ms, and what is more is shed. */
const QUEUE_LIMIT = 32;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;
/** Milliseconds after which a worker that ends had worked: the next one is not to blame for it. */
const STEADY_AFTER = 60_000;
/** Workers in a row that end sooner, or do not start, before their set is taken for one that cannot be rendered. */
const UNSTEADY_AFTER = 5;

/** The worker has as much to do as it can do soon. */
export class SaturatedError extends Error {
  constructor() {
    super('The render worker has too much to do');
    this.name = 'SaturatedError';
  }
}

interface Log {
  warn(message: string): void;
}

/** How a renderer fares. */
interface RendererStatus {
  readonly state: 'ready' | 'restarting' | 'failing';
  /** How often a new process had to take over. */
  readonly restarts: number;
  /** Pages that it renders at this moment. */
  readonly rendering: number;
}

/** Renders pages of one release set, through a worker that is replaced whenever it ends or hangs. */
export interface Renderer {
  readonly releaseSet: ReleaseSet;
  /** Rejects when there is no worker at the moment or it fails, and at once with `SaturatedError` when too many wait. */
  render(request: PageRequest): Promise<RenderedPage>;
  status(): RendererStatus;
  /** Resolves when its workers keep ending, with the latest reason; they are replaced nevertheless. */
  readonly unsteady: Promise<Error>;
  /** Ends the worker once the pages that were requested of it are done. */
  stop(): Promise<void>;
}

/** Starts a renderer. Rejects when its first worker does not get ready. `start` gives a worker that was tried. */
export async function superviseWorker(
  releaseSet: ReleaseSet,
  start: () => Promise<RenderWorker>,
  log: Log,
): Promise<Renderer> {
  let worker: RenderWorker | null = null;
  let timeouts = 0;
  let restarts = 0;
  /** Workers in a row that ended soon, or did not start. */
  let failures = 0;
  let startedAt = 0;
  let stopped = false;
  let giveUp: (reason: Error) => void = () => undefined;
  const unsteady = new Promise<Error>((resolve) => {
    giveUp = resolve;
  });
  const underWay = new Set<Promise<RenderedPage>>();
  // Asked anew after every pause: it may have changed meanwhile.
  const isStopped = () => stopped;

  function use(next: RenderWorker): void {
    worker = next;
    timeouts = 0;
    startedAt = Date.now();
    void next.ended.then((reason) => {
      if (worker === next) worker = null;
      if (isStopped()) return;
      log.warn(`A new render worker takes over: ${reason.message}`);
      if (isSteady()) failures = 0;
      failed(reason);
      void replace();
    });
  }

  const isSteady = () => Date.now() - startedAt >= STEADY_AFTER;

  function failed(reason: Error): void {
    failures += 1;
    if (failures === UNSTEADY_AFTER) giveUp(reason);
  }

  async function replace(): Promise<void> {
    while (!isStopped()) {
      await pause(Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE), undefined, { ref: false });
      if (isStopped()) return;
      const next = await start().catch((error: unknown) => {
        log.warn(`A render worker could not be started: ${String(error)}`);
        failed(error instanceof Error ? error : new Error(String(error)));
        return null;
      });
      if (!next) continue;
      if (isStopped()) return next.stop();
      restarts += 1;
      use(next);
      return;
    }
  }

  function stateOf(): RendererStatus['state'] {
    if (failures >= UNSTEADY_AFTER && !(worker && isSteady())) return 'failing';
    return worker ? 'ready' : 'restarting';
  }

  use(await start());
  return {
    releaseSet,
    render: async (request) => {
      const current = worker;
      if (!current) throw new Error('There is no render worker at the moment');
      if (underWay.size >= QUEUE_LIMIT) throw new SaturatedError();
      const rendering = current.render(request, DEADLINES.page);
      underWay.add(rendering);
      try {
        const page = await rendering;
        timeouts = 0;
        return page;
      } catch (error) {
        if (error instanceof RenderTimeout && ++timeouts === HUNG_AFTER) void current.stop();
        throw error;
      } finally {
        underWay.delete(rendering);
      }
    },
    unsteady,
    status: () => ({
      state: stateOf(),
      restarts,
      rendering: underWay.size,
    }),
    stop: async () => {
      stopped = true;
      await Promise.allSettled(underWay);
      await worker?.stop();
    },
  };
}
