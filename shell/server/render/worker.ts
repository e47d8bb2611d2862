import { createRequire } from 'node:module';
import type { createRenderer, RenderPage } from '../../src/server';
import { FetchByOwner } from './fetch-by-owner';
import { closeNetwork } from './no-network';
import type { OwnerMessage, WorkerInput, WorkerMessage, WorkerRequest } from './render-worker';

// One process, one release set: remotes' code can crash, hang or fill the memory of this process only.

const post = (message: WorkerMessage, sent: () => void = () => undefined) => process.send?.(message, sent);
const postStep = (step: string) => {
  post({ type: 'step', step });
};

const owner = new FetchByOwner(post);

let render: RenderPage | null = null;

async function start({ bundle, options }: WorkerInput): Promise<null> {
  closeNetwork();
  // Not by `import()`, which finds no names in a CommonJS bundle that webpack wrote.
  const renderer = createRequire(__filename)(bundle) as { createRenderer: typeof createRenderer };
  render = await renderer.createRenderer(options, postStep, owner.fetch);
  return null;
}

async function answer({ id, ...request }: WorkerRequest): Promise<void> {
  try {
    const page = 'start' in request ? await start(request.start) : await render?.(request.page, postStep);
    post({ type: 'done', id, page: page ?? null });
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    post({ type: 'failed', id, reason });
  }
}

// Listening all the time keeps the process alive, also while a remote's own promise never settles.
process.on('message', (message: OwnerMessage) => {
  if ('fetched' in message) owner.take(message.id, message.fetched);
  else void answer(message);
});
process.on('uncaughtException', (error) => {
  const reason = error instanceof Error ? error.message : String(error);
  post({ type: 'broken', reason }, () => process.exit(1));
});
// Its owner is gone.
process.on('disconnect', () => process.exit());
