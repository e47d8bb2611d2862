import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { createRenderer } from '../../src/server';
import type { RenderRequest, WorkerInput, WorkerMessage } from './render-worker';

/** Longest wait of a timer; it keeps the thread alive while a remote's own promise never settles. */
const FOR_EVER = 2 ** 31 - 1;

/** One thread, one release set: remotes' code can crash, hang or fill the memory of this thread only. */
async function run({ bundle, options }: WorkerInput): Promise<void> {
  // Not by `import()`, which finds no names in a CommonJS bundle that webpack wrote.
  const renderer = createRequire(__filename)(bundle) as { createRenderer: typeof createRenderer };
  const render = await renderer.createRenderer(options, (step) => {
    post({ type: 'loading', step });
  });
  parentPort?.on('message', ({ id, ...request }: RenderRequest) => {
    const onStep = (step: string) => {
      post({ type: 'step', id, step });
    };
    render(request, onStep).then(
      (page) => {
        post({ type: 'rendered', id, page });
      },
      (error: unknown) => {
        post({
          type: 'failed',
          id,
          reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
      },
    );
  });
  post({ type: 'ready' });
}

const post = (message: WorkerMessage) => parentPort?.postMessage(message);

setInterval(() => undefined, FOR_EVER);
void run(workerData as WorkerInput);
