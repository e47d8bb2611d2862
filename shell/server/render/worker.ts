import { createRequire } from 'node:module';
import type { createRenderer, RenderPage } from '../../src/server';
import { closeNetwork } from './no-network';
import type { OwnerMessage, RenderRequest, WorkerInput, WorkerMessage } from './render-worker';

/** One process, one release set: remotes' code can crash, hang or fill the memory of this process only. */
async function run({ bundle, options }: WorkerInput): Promise<RenderPage> {
  closeNetwork();
  // Not by `import()`, which finds no names in a CommonJS bundle that webpack wrote.
  const renderer = createRequire(__filename)(bundle) as { createRenderer: typeof createRenderer };
  const onStep = (step: string) => {
    post({ type: 'loading', step });
  };
  return renderer.createRenderer(options, onStep, fetchByOwner);
}

const fetches = new Map<number, (answer: { readonly status: number; readonly body: string }) => void>();
let lastFetch = 0;

/** `fetch` for the API's client: the owner of this process makes the request. */
const fetchByOwner: typeof fetch = (input, init) => {
  const { url, signal, headers } = new Request(input, init);
  const id = ++lastFetch;
  return new Promise((resolve, reject) => {
    const stop = () => {
      fetches.delete(id);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
    fetches.set(id, ({ status, body }) => {
      fetches.delete(id);
      signal.removeEventListener('abort', stop);
      if (status === 0) reject(new TypeError(body));
      else resolve(new Response(body, { status }));
    });
    post({ type: 'fetch', id, url, headers: Object.fromEntries(headers) });
  });
};

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
process.on('message', (message: OwnerMessage) => {
  if (message.type === 'start') {
    void run(message).then((made) => {
      render = made;
      post({ type: 'ready' });
    });
  } else if (message.type === 'fetched') fetches.get(message.id)?.(message);
  else if (render) answer(render, message.request);
});
process.on('uncaughtException', (error) => {
  const reason = error instanceof Error ? error.message : String(error);
  post({ type: 'broken', reason }, () => process.exit(1));
});
// Its owner is gone.
process.on('disconnect', () => process.exit());
