import { createRequire } from 'node:module';
import type { createRenderer, RenderPage } from '../../src/server';
import type { RenderRequest, WorkerInput, WorkerMessage } from './render-worker';

// One process, one release set: remotes' code can crash, hang or fill the memory of this process only.

const post = (message: WorkerMessage, sent: () => void = () => undefined) => process.send?.(message, sent);
const postStep = (step: string) => {
  post({ type: 'step', step });
};

let render: RenderPage | null = null;

async function start({ bundle, options }: WorkerInput): Promise<void> {
  // Not by `import()`, which finds no names in a CommonJS bundle that webpack wrote.
  const renderer = createRequire(__filename)(bundle) as { createRenderer: typeof createRenderer };
  render = await renderer.createRenderer(options, postStep);
  post({ type: 'ready' });
}

async function answer({ id, ...request }: RenderRequest): Promise<void> {
  if (!render) return;
  try {
    post({ type: 'rendered', id, page: await render(request, postStep) });
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    post({ type: 'failed', id, reason });
  }
}

// Listening all the time keeps the process alive, also while a remote's own promise never settles.
process.on('message', (message: WorkerInput | RenderRequest) => {
  void ('bundle' in message ? start(message) : answer(message));
});
process.on('uncaughtException', (error) => {
  const reason = error instanceof Error ? error.message : String(error);
  post({ type: 'broken', reason }, () => process.exit(1));
});
// Its owner is gone.
process.on('disconnect', () => process.exit());
