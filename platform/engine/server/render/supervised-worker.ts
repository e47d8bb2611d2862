import { fork, type SendHandle } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import inspector from 'node:inspector';
import path from 'node:path';
import { CONTENT_HEADER, type Log } from '@vidlunnia/operating';
import { DEADLINES, type RenderedPage } from '../../page/rendered-page';
import type { Page, PageRequest } from '../../site';
import type { RendererOptions } from '../../rendering/renderer';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A worker that lives longer than this is no failed start. */
const STEADY_AFTER_MS = 60_000;
/** Consecutive failed starts after which a set counts as impossible to render. */
const UNSTEADY_AFTER = 5;
/** For a new process, which loads every module of its set. */
const START_DEADLINE_MS = 10_000;
/** A set needs 20–35 MB. */
const HEAP_LIMIT_MB = 256;
/** Pages that may wait for one process; further pages are shed. The last page waits about 300 ms. */
const QUEUE_LIMIT = 32;
/** Consecutive missed deadlines after which a process counts as hung. */
const HUNG_AFTER = 2;
/** For the API's response; longer than a page waits for data. */
const API_DEADLINE_MS = 8_000;
/** Far above the need of all waiting pages, so only a faulty release sends more at once. */
const MAX_API_REQUESTS = 256;

/** Renders pages of one release set. A worker that ends or hangs is replaced. */
export interface Renderer {
  /** Rejects when no worker is running or the worker fails; see `RenderWorker`. */
  render(request: PageRequest): Promise<RenderedPage>;
  /** `restarts` counts replacements; `rendering` is the number of pages in progress. */
  status(): {
    readonly state: 'ready' | 'restarting' | 'failing';
    readonly restarts: number;
    readonly rendering: number;
  };
  /** Resolves with the latest reason when its workers keep ending. They are still replaced. */
  readonly crashLoop: Promise<Error>;
  /** Ends the worker after its pending pages. */
  stop(): Promise<void>;
}

/** Rejects every page, because no release is live. */
export const NO_RENDERER: Renderer = {
  render: () => Promise.reject(new Error('No release is live')),
  status: () => ({ state: 'failing', restarts: 0, rendering: 0 }),
  crashLoop: new Promise(() => undefined),
  stop: () => Promise.resolve(),
};

/** Starts a renderer. `start` returns a tested worker. Rejects when the first worker does not become ready. */
export async function superviseWorker(start: () => Promise<RenderWorker>, log: Log): Promise<Renderer> {
  const first = await start();
  let worker: RenderWorker | null = null;
  let isStopped = false;
  let startedAt = 0;
  let workers = 0;
  let rendering = 0;
  /** Consecutive failed starts. */
  let failures = 0;
  const isRunning = () => !isStopped;
  const isSteady = () => performance.now() - startedAt >= STEADY_AFTER_MS;

  /** Renders with a worker until the worker ends. Resolves to the reason. */
  async function use(next: RenderWorker): Promise<Error> {
    if (isStopped) void next.stop();
    worker = next;
    workers += 1;
    startedAt = performance.now();
    const reason = await next.ended;
    worker = null;
    if (isSteady()) failures = 0;
    return reason;
  }

  async function keepRunning(giveUp: (reason: Error) => void): Promise<void> {
    let reason = await use(first);
    while (isRunning()) {
      log.warn(`The render worker is replaced: ${reason.message}`);
      failures += 1;
      if (failures === UNSTEADY_AFTER) giveUp(reason);
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
      await new Promise((resolve) => setTimeout(resolve, pause).unref());
      if (isRunning()) reason = await start().then(use, asError);
    }
  }

  return {
    crashLoop: new Promise((giveUp) => {
      void keepRunning(giveUp);
    }),
    render: async (request) => {
      if (!worker) throw new Error('No render worker is running');
      rendering += 1;
      return worker.render(request, DEADLINES.page).finally(() => {
        rendering -= 1;
      });
    },
    status: () => {
      const isFailing = failures >= UNSTEADY_AFTER && !(worker && isSteady());
      const state = isFailing ? 'failing' : worker ? 'ready' : 'restarting';
      return { state, restarts: workers - 1, rendering };
    },
    stop: async () => {
      isStopped = true;
      await worker?.stop();
    },
  };
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** A render process, as its owner sees it. It is killed after two consecutive missed deadlines. */
export interface RenderWorker {
  /**
   * Rejects when the page cannot be rendered, the process ends, or the deadline passes. When too many pages wait,
   * rejects at once with `SaturatedError`.
   */
  render(request: PageRequest, deadlineMs: number): Promise<RenderedPage>;
  /** Resolves when the process has ended, with the reason. */
  readonly ended: Promise<Error>;
  /** Ends the process after its pending pages. */
  stop(): Promise<void>;
}

/** Too many pages are waiting for the worker. */
export class SaturatedError extends Error {
  override readonly name = 'SaturatedError';
}

/** A message to a worker. `fetched` is the response to its API request with this id. */
export interface ToWorker {
  readonly id: number;
  /** Sent first. */
  readonly start?: WorkerInput;
  readonly page?: PageRequest;
  readonly fetched?: ApiAnswer;
}

interface WorkerInput {
  /** File of the site's rendering bundle. */
  readonly bundle: string;
  readonly options: RendererOptions;
}

/** The API's response; without one, `status` is 0 and `body` has the reason. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
}

/** A message of a worker. Teams' code may send anything else. */
export interface FromWorker {
  /** The step that begins. If the worker hangs or ends, its last step is blamed. */
  readonly step?: string;
  /** The reason for which the worker ends. */
  readonly broken?: string;
  /** Id of an API request, or of the message to which `page` or `failed` responds. */
  readonly id?: number;
  readonly fetch?: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly page?: RenderedPage | undefined;
  readonly failed?: string;
}

type Outcome = RenderedPage | undefined | Error;

/** Starts a render process. Rejects when it does not become ready. `output` receives its output. */
export async function startRenderWorker(
  program: string,
  input: WorkerInput,
  output: 'inherit' | 'ignore' = 'inherit',
): Promise<RenderWorker> {
  const { apiOrigin, releaseSet } = input.options;
  const child = fork(program, {
    env: { NODE_ENV: process.env['NODE_ENV'] },
    execArgv: [
      `--max-old-space-size=${String(HEAP_LIMIT_MB)}`,
      // The defaults, three times 16 MB and four helper threads, take 50 MB more.
      '--max-semi-space-size=8',
      '--v8-pool-size=1',
      '--no-warnings',
      ...permissionsOf(program, input),
    ],
    stdio: ['ignore', output, output, 'ipc'],
  });
  const readApi = apiReader(apiOrigin, releaseSet.content);
  /** Pending tasks, by id. */
  const tasks = new Map<unknown, (outcome: Outcome) => void>();
  let lastId = 0;
  /** Consecutive missed deadlines. */
  let timeouts = 0;
  /** The unfinished step of the process. */
  let step = '';
  let broken: string | null = null;
  let isStopped = false;

  const kill = () => child.kill('SIGKILL');
  const blame = () => (step === '' ? '' : `: ${step}`);
  const send = (message: ToWorker) => {
    // Sending to an ended process fails; `ended` reports that.
    child.send(message, () => undefined);
  };
  const settle = (id: unknown, outcome: Outcome) => {
    tasks.get(id)?.(outcome);
    tasks.delete(id);
    if (isStopped && tasks.size === 0) kill();
  };
  /** Sends a task to the process. `late` is the message after a missed deadline. */
  const perform = (task: Omit<ToWorker, 'id'>, deadlineMs: number, late: string) => {
    const id = ++lastId;
    return new Promise<RenderedPage | undefined>((resolve, reject) => {
      const timer = setTimeout(() => {
        if (++timeouts === HUNG_AFTER) kill();
        settle(id, new Error(`${late} in ${String(deadlineMs)} ms${blame()}`));
      }, deadlineMs);
      tasks.set(id, (outcome) => {
        clearTimeout(timer);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      });
      send({ id, ...task });
    });
  };
  const receive = ({ step: begun, broken: reason, id, fetch: request, page, failed }: FromWorker) => {
    if (typeof begun === 'string') step = begun;
    else if (typeof reason === 'string') broken = `broke down: ${reason}`;
    else if (request && id !== undefined)
      void readApi(request).then((fetched) => {
        send({ id, fetched });
      });
    else {
      // No task is pending.
      step = '';
      if (tasks.has(id)) timeouts = 0;
      settle(id, typeof failed === 'string' ? new Error(failed) : page);
    }
  };

  child.on('message', (message: FromWorker | null, handle: SendHandle | undefined) => {
    if (!handle) receive(message ?? {});
    else {
      // Only hostile code sends one. It stays open until it is closed.
      if ('destroy' in handle) handle.destroy();
      else handle.close();
      kill();
    }
  });
  // Kill it explicitly, because a hanging process would not notice its owner's end.
  process.once('exit', kill);
  const exit = once(child, 'exit').then(
    ([code, signal]: (number | string | null)[]) => `ended with ${String(signal ?? `code ${String(code)}`)}`,
    (error: unknown) => `could not be run: ${asError(error).message}`,
  );
  const ended = exit.then((how) => {
    process.off('exit', kill);
    const reason = new Error(`the render worker ${broken ?? how}${blame()}`);
    for (const id of tasks.keys()) settle(id, reason);
    return reason;
  });
  const stop = async () => {
    isStopped = true;
    if (tasks.size === 0) kill();
    await ended;
  };
  try {
    await perform({ start: input }, START_DEADLINE_MS, 'the render worker was not ready');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ended,
    stop,
    render: async (request, deadlineMs) => {
      if (tasks.size >= QUEUE_LIMIT) throw new SaturatedError('Too many pages wait for the worker');
      const page = await perform({ page: request }, deadlineMs, `${nameOf(request.page)} was not rendered`);
      if (!page) throw new Error('The render worker returned no page');
      return page;
    },
  };
}

/**
 * Options with which Node confines a worker. Teams' code must not read the host's configuration, keys or other files, so
 * the process has an empty environment and can read only its own code and its release set
 * (https://nodejs.org/api/permissions.html). It has no network; the host calls the API for it.
 */
function permissionsOf(program: string, { bundle, options: { entries } }: WorkerInput): readonly string[] {
  // Node's permissions forbid a debugger. In development, the host's debugger matters more.
  if (process.env['NODE_ENV'] === 'development' && inspector.url() !== undefined) return ['--inspect=0'];
  const releases = Object.values(entries).map((entry) => path.dirname(entry));
  // Node reads modules by their real paths, even through links, and aborts when a name is given twice.
  const names = new Set([program, bundle, ...releases].flatMap((name) => [name, realpathSync(name)]));
  // The option's older name, until Node 22.13.
  const isStable = process.allowedNodeEnvironmentFlags.has('--permission');
  return [
    isStable ? '--permission' : '--experimental-permission',
    ...[...names].map((name) => `--allow-fs-read=${name}`),
  ];
}

/** Calls the API for a worker. Rejects other servers, because teams' code chooses the address. */
function apiReader(apiOrigin: string, content: string | undefined) {
  let requests = 0;
  return async ({ url, headers: claimed }: NonNullable<FromWorker['fetch']>): Promise<ApiAnswer> => {
    requests += 1;
    try {
      const headers = new Headers(claimed);
      // The release must not choose the version, because it could bring drafts into live pages.
      headers.delete(CONTENT_HEADER);
      if (content !== undefined) headers.set(CONTENT_HEADER, content);
      if (requests > MAX_API_REQUESTS) throw new Error('Too many requests to the API at once');
      const { origin, pathname } = new URL(url);
      if (origin !== new URL(apiOrigin).origin || !pathname.startsWith('/api/'))
        throw new Error(`${url} is not the API`);
      const signal = AbortSignal.timeout(API_DEADLINE_MS);
      const response = await fetch(url, { headers, redirect: 'error', signal });
      return { status: response.status, body: await response.text() };
    } catch (error) {
      return { status: 0, body: asError(error).message };
    } finally {
      requests -= 1;
    }
  };
}

/** A page, for the log: `post golden`. */
const nameOf = ({ kind, params = {} }: Page) => [kind, ...Object.values(params).map(String)].join(' ');
