import { createRequire } from 'node:module';
import type { createRenderer, RenderPage } from '../../src/server';
import type { RenderRequest, WorkerInput, WorkerMessage } from './render-worker';

/** One process, one release set: remotes' code can crash, hang or fill the memory of this process only. */
async function run({ bundle, options }: WorkerInput): Promise<RenderPage> {
  // Not by `import()`, which finds no names in a CommonJS bundle that webpack wrote.
  const renderer = createRequire(__filename)(bundle) as { createRenderer: typeof createRenderer };
  return renderer.createRenderer(options, (step) => {
    post({ type: 'loading', step });
  });
}

function answer(render: RenderPage, { id, ...request }: RenderRequest): void {
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
}

const post = (message: WorkerMessage, sent: () => void = () => undefined) => process.send?.(message, sent);

let render: RenderPage | null = null;
// Listening all the time keeps the process alive, also while a remote's own promise never settles.
process.on('message', (message: WorkerInput | RenderRequest) => {
  if ('bundle' in message) {
    void run(message).then((made) => {
      render = made;
      post({ type: 'ready' });
    });
  } else if (render) answer(render, message);
});
process.on('uncaughtException', (error) => {
  const reason = error instanceof Error ? error.message : String(error);
  post({ type: 'broken', reason }, () => process.exit(1));
});
// Its owner is gone.
process.on('disconnect', () => process.exit());
