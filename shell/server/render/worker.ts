import dgram from 'node:dgram';
import dns from 'node:dns';
import { once } from 'node:events';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import type { createRenderer, RenderPage } from '../../src/server';
import type { ApiAnswer, FromWorker, ToWorker } from './supervised-worker';

// The program of a render worker: one process per release set, so remotes' code can crash, hang or fill only this
// process. It has no network, so its owner calls the API for it.

/** How long pages share a response of the API. */
const SHARED_FOR_MS = 1_000;

const send = (message: FromWorker, sent: () => void = () => undefined) => process.send?.(message, sent);
const onStep = (step: string) => {
  send({ step });
};

/** Pending API requests, by id. */
const waiting = new Map<number, (answer: ApiAnswer) => void>();
/** Shared responses of the API, by address. */
const shared = new Map<string, Promise<ApiAnswer>>();
let lastId = 0;
let renderPage: RenderPage | null = null;

// The listener keeps the process alive, even while a remote's own promise never settles.
process.on('message', (message: ToWorker) => {
  if (!message.fetched) void perform(message);
  else waiting.get(message.id)?.(message.fetched);
});
process.on('uncaughtException', (error) => {
  const broken = error instanceof Error ? error.message : String(error);
  send({ broken }, () => process.exit(1));
});
// Its owner has exited.
process.on('disconnect', () => process.exit());

async function perform({ id, start, page }: ToWorker): Promise<void> {
  try {
    if (start) {
      closeNetwork();
      // Not by `import()`, which does not find named exports in webpack's CommonJS bundle.
      const bundle = createRequire(__filename)(start.bundle) as { createRenderer: typeof createRenderer };
      renderPage = await bundle.createRenderer(start.options, onStep, fetchByOwner);
    }
    send({ id, page: page && (await renderPage?.(page, onStep)) });
  } catch (error) {
    send({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

/** `fetch` for the API's client. */
async function fetchByOwner(...request: Parameters<typeof fetch>): Promise<Response> {
  const { url, method, signal, headers } = new Request(...request);
  if (method !== 'GET') throw new TypeError('A page cannot send data while it is rendered');
  const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason as Error));
  const { status, body } = await Promise.race([shared.get(url) ?? askOwner(url, headers), aborted]);
  if (status !== 200) shared.delete(url);
  if (status === 0) throw new TypeError(body);
  return new Response(body, { status });
}

function askOwner(url: string, headers: Headers): Promise<ApiAnswer> {
  const id = ++lastId;
  send({ id, fetch: { url, headers: Object.fromEntries(headers) } });
  const answer = new Promise<ApiAnswer>((resolve) => waiting.set(id, resolve));
  shared.set(url, answer);
  setTimeout(() => shared.delete(url), SHARED_FOR_MS);
  return answer.finally(() => waiting.delete(id));
}

/**
 * Removes network access from all code of this process. In Node 20 to 24, every network API uses one of the functions
 * below. From Node 25 on, the permission model denies access too.
 */
function closeNetwork(): void {
  close(globalThis, ['fetch', 'WebSocket', 'EventSource']);
  close(net, ['_createServerHandle']);
  close(net.Socket.prototype, ['connect']);
  close(net.Server.prototype, ['listen']);
  close(dgram, ['createSocket', '_createSocketHandle']);
  close(dgram.Socket.prototype, ['bind', 'connect', 'send']);
  for (const lookups of [dns, dns.promises])
    close(
      lookups,
      Object.keys(lookups).filter((name) => /^(?:lookup|resolve|reverse)/i.test(name)),
    );
  // `import` returns copies of these modules' exports.
  syncBuiltinESMExports();
}

function close(holder: object, names: readonly string[]): void {
  for (const name of names) {
    if (name in holder)
      Object.defineProperty(holder, name, { value: denied, writable: false, configurable: false });
  }
}

function denied(): never {
  throw new Error('Releases have no network: load must use the API client that it gets');
}
