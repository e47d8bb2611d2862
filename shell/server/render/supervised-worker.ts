import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@vidlunnia/operating/log';
import type { RenderedPage } from '../../src/pages/rendered-page';
import { DEADLINES } from '../../src/rendering/deadlines';
import type { PageRequest } from '../../src/pages/page-request';
import { RenderTimeout, type RenderWorker } from './render-worker';

/** Consecutive page timeouts after which a worker counts as hung. */
const HUNG_AFTER = 2;
/** Pages that may wait for one worker: the last of them waits about 300 ms; further ones are shed. */
const QUEUE_LIMIT = 32;
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 10_000;
/** Milliseconds of work after which a worker's end does not count as a failed start. */
const STEADY_AFTER = 60_000;
/** Consecutive workers that end sooner, or do not start, after which their set counts as impossible to render. */
const UNSTEADY_AFTER = 5;

/** Too many pages are waiting for the worker. */
export class SaturatedError extends Error {
  constructor() {
    super('The render worker has too much to do');
    this.name = 'SaturatedError';
  }
}

interface RendererStatus {
  readonly state: 'ready' | 'restarting' | 'failing';
  /** How often a new process was started as a replacement. */
  readonly restarts: number;
  /** Pages that are being rendered now. */
  readonly rendering: number;
}

/** Renders pages of one release set, by a worker that is replaced whenever it ends or hangs. */
export interface Renderer {
  /**
   * Rejects when there is no worker at the moment or it fails, and at once with `SaturatedError` when too many pages
   * wait.
   */
  render(request: PageRequest): Promise<RenderedPage>;
  status(): RendererStatus;
  /** Resolves when its workers keep ending, with the latest reason; they are still replaced. */
  readonly unsteady: Promise<Error>;
  /** Ends the worker when its pending pages are done. */
  stop(): Promise<void>;
}

/** Renders nothing: there is no release. */
export const NO_RENDERER: Renderer = {
  render: () => Promise.reject(new Error('No release is live')),
  status: () => ({ state: 'failing', restarts: 0, rendering: 0 }),
  unsteady: new Promise(() => undefined),
  stop: () => Promise.resolve(),
};

/** Starts a renderer. Rejects when its first worker does not become ready. `start` returns a tested worker. */
export async function superviseWorker(start: () => Promise<RenderWorker>, log: Log): Promise<Renderer> {
  return new SupervisedWorker(await start(), start, log);
}

class SupervisedWorker implements Renderer {
  readonly unsteady: Promise<Error>;
  readonly #log: Log;
  readonly #underWay = new Set<Promise<RenderedPage>>();
  #giveUp: (reason: Error) => void = () => undefined;
  #worker: RenderWorker | null = null;
  #startedAt = 0;
  /** Consecutive page timeouts. */
  #timeouts = 0;
  #restarts = 0;
  /** Consecutive workers that ended early, or did not start. */
  #failures = 0;
  #stopped = false;

  constructor(first: RenderWorker, start: () => Promise<RenderWorker>, log: Log) {
    this.unsteady = new Promise((resolve) => {
      this.#giveUp = resolve;
    });
    this.#log = log;
    void this.#keepRunning(first, start);
  }

  async render(request: PageRequest): Promise<RenderedPage> {
    const worker = this.#worker;
    if (!worker) throw new Error('There is no render worker at the moment');
    if (this.#underWay.size >= QUEUE_LIMIT) throw new SaturatedError();
    const rendering = worker.render(request, DEADLINES.page);
    this.#underWay.add(rendering);
    try {
      const page = await rendering;
      this.#timeouts = 0;
      return page;
    } catch (error) {
      if (error instanceof RenderTimeout && ++this.#timeouts === HUNG_AFTER) void worker.stop();
      throw error;
    } finally {
      this.#underWay.delete(rendering);
    }
  }

  status(): RendererStatus {
    const isFailing = this.#failures >= UNSTEADY_AFTER && !(this.#worker && this.#isSteady());
    const state = isFailing ? 'failing' : this.#worker ? 'ready' : 'restarting';
    return { state, restarts: this.#restarts, rendering: this.#underWay.size };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled(this.#underWay);
    await this.#worker?.stop();
  }

  #isSteady(): boolean {
    return Date.now() - this.#startedAt >= STEADY_AFTER;
  }

  /** Keeps a worker running until it is stopped, with pauses that double while workers end early or do not start. */
  async #keepRunning(first: RenderWorker, start: () => Promise<RenderWorker>): Promise<void> {
    let next: RenderWorker | Error = first;
    for (;;) {
      const reason = next instanceof Error ? next : await this.#use(next);
      if (this.#stopped) return;
      const what =
        next instanceof Error ? 'A render worker could not be started' : 'A new render worker takes over';
      this.#log.warn(`${what}: ${reason.message}`);
      this.#failures += 1;
      if (this.#failures === UNSTEADY_AFTER) this.#giveUp(reason);
      await pause(Math.min(FIRST_PAUSE * 2 ** (this.#failures - 1), LONGEST_PAUSE), undefined, {
        ref: false,
      });
      if (this.#isStopped()) return;
      next = await start().catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      );
      if (next instanceof Error) continue;
      if (this.#isStopped()) return next.stop();
      this.#restarts += 1;
    }
  }

  /** Renders with a worker until it ends. Resolves to the reason. */
  async #use(worker: RenderWorker): Promise<Error> {
    this.#worker = worker;
    this.#timeouts = 0;
    this.#startedAt = Date.now();
    const reason = await worker.ended;
    this.#worker = null;
    if (this.#isSteady()) this.#failures = 0;
    return reason;
  }

  // A method, since the value may change during every wait.
  #isStopped(): boolean {
    return this.#stopped;
  }
}
