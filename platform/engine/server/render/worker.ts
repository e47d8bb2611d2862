import { once } from 'node:events';
import module, { builtinModules, createRequire, isBuiltin, syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import type { CreateRenderer, RenderPage } from '../../rendering/renderer';
import type { ApiAnswer, FromWorker, ToWorker } from './supervised-worker';

// The program of a render worker: one process per release set, so remotes' code can crash, hang or fill only this
// process. It has no network, so its owner calls the API for it.

/** How long pages share a response of the API. */
const SHARED_FOR_MS = 1_000;

const send = (message: FromWorker, sent: () => void = () => undefined) => process.send?.(message, sent);
const load = createRequire(__filename);
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
      // Not by `import()`, which does not find named exports in webpack's CommonJS bundle.
      const bundle = load(start.bundle) as { createRenderer: CreateRenderer };
      confine();
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

/** Builtin modules that releases may use: Node's permissions cover what these reach outside this process. */
const HARMLESS =
  /^(?:_stream_\w+|assert|async_hooks|buffer|console|constants|crypto|diagnostics_channel|domain|events|fs|module|path|perf_hooks|process|punycode|querystring|readline|repl|stream|string_decoder|sys|timers|url|util|vm|zlib)(?:\/|$)/;
/** Builtin modules that `builtinModules` lacks before Node 23. */
const MORE_BUILTINS = ['node:sea', 'node:sqlite', 'node:test', 'node:test/reporters'];
/** Parts of `process` that reach other processes, the machine or native code. */
const PROCESS_PARTS =
  '_debugEnd _debugProcess _getActiveHandles _kill _linkedBinding _startProfilerIdleNotifier abort binding chdir dlopen execve initgroups kill loadEnvFile openStdin report setegid seteuid setgid setgroups setuid umask';

/**
 * Takes away from all code of this process what reaches other processes, the machine or the network, because Node's
 * permission model does not cover all of it: signals, priorities, the debugger, traces, reports and, before Node 25,
 * the network. Every way to a builtin module leads to the same objects, so these lose their functions.
 */
function confine(): void {
  // Node makes these when they are first used, with modules that are closed below.
  void [process.stdout, process.stderr, new Request('http://localhost'), new Response('')];
  const names = [...builtinModules, ...MORE_BUILTINS.filter((name) => isBuiltin(name))];
  // All are loaded before the first is closed, because they need each other.
  const harmful = names.filter((name) => !HARMLESS.test(name)).map((name) => load(name) as object);
  for (const exported of harmful)
    for (const [name, { configurable, value }] of Object.entries(Object.getOwnPropertyDescriptors(exported)))
      // Only constants are fixed: a fixed function could not be closed, and would end the start.
      if (configurable === true || typeof value === 'function') close(exported, [name]);
  close(module, ['register']);
  close(net.Socket.prototype, ['connect']);
  close(net.Server.prototype, ['listen']);
  close(globalThis, ['fetch', 'WebSocket', 'EventSource']);
  close(process, PROCESS_PARTS.split(' '));
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
  throw new Error(
    'Releases have no access to machine and network: load must use the API client that it gets',
  );
}
