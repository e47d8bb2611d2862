import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RenderedPage } from '../../src/rendering/page-renderer';
import type { PageRequest } from '../../src/pages/page-request';
import type { RendererOptions } from '../../src/server';

/** Milliseconds for a new thread to load every module of its set. */
const START_DEADLINE = 10_000;
/** Megabytes of objects that a set may keep; far above the 20–35 that one needs. */
const MEMORY_LIMIT = 256;

/** What a worker is started with. */
export interface WorkerInput {
  /** File of the shell's rendering bundle. */
  readonly bundle: string;
  readonly options: RendererOptions;
}

export interface RenderRequest extends PageRequest {
  readonly id: number;
}

export type WorkerMessage =
  | { readonly type: 'loading'; readonly step: string }
  | { readonly type: 'ready' }
  | { readonly type: 'step'; readonly id: number; readonly step: string }
  | { readonly type: 'rendered'; readonly id: number; readonly page: RenderedPage }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };

interface Waiting {
  /** What is done for it, as far as the thread says. */
  step: string | null;
  readonly resolve: (page: RenderedPage) => void;
  readonly reject: (error: Error) => void;
}

/** A render thread as its owner sees it. */
export interface RenderWorker {
  /** Rejects when the page can't be rendered, the thread ends, or the deadline passes. */
  render(request: PageRequest, deadline: number): Promise<RenderedPage>;
  /** Resolves when the thread has ended, with the reason. */
  readonly ended: Promise<Error>;
  stop(): Promise<void>;
}

/** Starts a render thread. Rejects when it does not get ready. */
export async function startRenderWorker(program: string, input: WorkerInput): Promise<RenderWorker> {
  const thread = new Worker(program, {
    workerData: input,
    // Teams' code has no business with what the shell is configured with.
    env: { NODE_ENV: process.env['NODE_ENV'] },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT },
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const ended = endOf(thread).then((reason) => {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
    return reason;
  });
  thread.on('message', (message: WorkerMessage) => {
    if (message.type === 'ready' || message.type === 'loading') return;
    const asked = waiting.get(message.id);
    if (message.type === 'step') {
      if (asked) asked.step = message.step;
      return;
    }
    waiting.delete(message.id);
    if (message.type === 'rendered') asked?.resolve(message.page);
    else asked?.reject(new Error(message.reason));
  });
  await ready(thread, ended);
  return {
    render: (request, deadline) => {
      const id = ++lastId;
      return new Promise<RenderedPage>((resolve, reject) => {
        const timer = setTimeout(() => {
          const step = waiting.get(id)?.step;
          waiting.delete(id);
          const what = `${request.pathname} was not rendered in ${String(deadline)} ms`;
          reject(new RenderTimeout(step ? `${what}: ${step}` : what));
        }, deadline);
        const settle =
          <Value>(act: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(timer);
            act(value);
          };
        waiting.set(id, { step: null, resolve: settle(resolve), reject: settle(reject) });
        thread.postMessage({ id, ...request });
      });
    },
    ended,
    stop: async () => {
      await thread.terminate();
    },
  };
}

/** The thread did not respond: it may hang. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}

const endOf = (thread: Worker) =>
  new Promise<Error>((resolve) => {
    thread.once('error', (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      resolve(new Error(`the render worker broke down: ${reason}`, { cause: error }));
    });
    thread.once('exit', (code) => {
      resolve(new Error(`the render worker ended with code ${String(code)}`));
    });
  });

async function ready(thread: Worker, ended: Promise<Error>): Promise<void> {
  let step = '';
  const isReady = new Promise<null>((resolve) => {
    thread.on('message', function listen(message: WorkerMessage) {
      if (message.type === 'loading') step = `: ${message.step}`;
      if (message.type !== 'ready') return;
      thread.off('message', listen);
      resolve(null);
    });
  });
  const late = once(AbortSignal.timeout(START_DEADLINE), 'abort').then(
    () => new Error(`the render worker was not ready in ${String(START_DEADLINE)} ms${step}`),
  );
  const outcome = await Promise.race([isReady, ended, late]);
  if (!outcome) return;
  await thread.terminate();
  throw outcome;
}
