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

interface Answer {
  readonly status: number;
  readonly body: string;
}

const waiting = new Map<number, (answer: Answer) => void>();
let lastFetch = 0;

/** Milliseconds for which pages share an answer: many at once ask the API once. */
const SHARED_FOR = 1_000;
/** Answers that are shared, at most. */
const SHARED = 100;
const shared = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();

/** `fetch` for the API's client: the owner of this process makes the request. */
const fetchByOwner: typeof fetch = async (input, init) => {
  const { url, signal, headers } = new Request(input, init);
  const known = shared.get(url);
  const answer = known && Date.now() - known.at < SHARED_FOR ? known.answer : askOwner(url, headers);
  if (answer !== known?.answer) {
    if (shared.size >= SHARED) shared.clear();
    shared.set(url, { at: Date.now(), answer });
    answer.catch(() => shared.delete(url));
  }
  const { status, body } = await Promise.race([answer, aborted(signal)]);
  if (status !== 200) shared.delete(url);
  return new Response(body, { status });
};

function askOwner(url: string, headers: Headers): Promise<Answer> {
  const id = ++lastFetch;
  post({ type: 'fetch', id, url, headers: Object.fromEntries(headers) });
  return new Promise((resolve, reject) => {
    waiting.set(id, (answer) => {
      waiting.delete(id);
      if (answer.status === 0) reject(new TypeError(answer.body));
      else resolve(answer);
    });
  });
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });

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
  } else if (message.type === 'fetched') waiting.get(message.id)?.(message);
  else if (render) answer(render, message.request);
});
process.on('uncaughtException', (error) => {
  const reason = error instanceof Error ? error.message : String(error);
  post({ type: 'broken', reason }, () => process.exit(1));
});
// Its owner is gone.
process.on('disconnect', () => process.exit());
