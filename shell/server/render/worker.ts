import { createRequire } from 'node:module';
import type { createRenderer, RenderPage } from '../../src/server';
import { closeNetwork } from './no-network';
import type { ApiAnswer, OwnerMessage, WorkerInput, WorkerMessage, WorkerRequest } from './render-worker';

// One process per release set: remotes' code can only crash, hang or fill the memory of this process.

const post = (message: WorkerMessage, sent: () => void = () => undefined) => process.send?.(message, sent);
const postStep = (step: string) => {
  post({ type: 'step', step });
};

/** By the id of a request to the API. */
const waiting = new Map<number, (answer: ApiAnswer) => void>();
let lastId = 0;

function askOwner(url: string, headers: Headers): Promise<ApiAnswer> {
  const id = ++lastId;
  post({ type: 'fetch', id, url, headers: Object.fromEntries(headers) });
  return new Promise((resolve) => waiting.set(id, resolve));
}

/** Milliseconds for which pages share a response of the API. */
const SHARED_FOR = 1_000;
/** Maximum number of shared responses. */
const SHARED = 100;
const shared = new Map<string, { readonly at: number; readonly answer: Promise<ApiAnswer> }>();

/** `fetch` for the API's client in a process without network: its owner sends the request. */
const fetchByOwner: typeof fetch = async (input, init) => {
  const { url, method, signal, headers } = new Request(input, init);
  if (method !== 'GET') throw new TypeError('A page that is rendered sends nothing');
  let entry = shared.get(url);
  if (!entry || Date.now() - entry.at >= SHARED_FOR) {
    if (shared.size >= SHARED) shared.clear();
    entry = { at: Date.now(), answer: askOwner(url, headers) };
    shared.set(url, entry);
  }
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });
  const { status, body } = await Promise.race([entry.answer, aborted]);
  if (status !== 200) shared.delete(url);
  if (status === 0) throw new TypeError(body);
  return new Response(body, { status });
};

let render: RenderPage | null = null;

async function start({ bundle, options }: WorkerInput): Promise<null> {
  closeNetwork();
  // Not by `import()`, which does not find named exports in webpack's CommonJS bundle.
  const renderer = createRequire(__filename)(bundle) as { createRenderer: typeof createRenderer };
  render = await renderer.createRenderer(options, postStep, fetchByOwner);
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

// The listener keeps the process alive, even while a remote's own promise never settles.
process.on('message', (message: OwnerMessage) => {
  if (!('fetched' in message)) {
    void answer(message);
    return;
  }
  waiting.get(message.id)?.(message.fetched);
  waiting.delete(message.id);
});
process.on('uncaughtException', (error) => {
  const reason = error instanceof Error ? error.message : String(error);
  post({ type: 'broken', reason }, () => process.exit(1));
});
// Its owner has ended.
process.on('disconnect', () => process.exit());
