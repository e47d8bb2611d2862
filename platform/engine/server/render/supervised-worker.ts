import { fork, type ChildProcess, type SendHandle } from 'node:child_process';
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
  /** File of the shell's rendering bundle. */
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

/**
 * Starts a render process. Rejects when it does not become ready. `output` receives its output. Teams' code must not
 * read the shell's configuration, keys or other files, so the process has an empty environment and can read only its
 * own code and its release set (https://nodejs.org/api/permissions.html). It has no network; the shell calls the API
 * for it.
 */
export async function startRenderWorker(
  program: string,
  input: WorkerInput,
  output: 'inherit' | 'ignore' = 'inherit',
): Promise<RenderWorker> {
  const { apiOrigin, entries, releaseSet } = input.options;
  const releases = Object.values(entries).map((entry) => path.dirname(entry));
  // Node reads modules by their real paths, even through links.
  const names = [program, input.bundle, ...releases].flatMap((name) => [name, realpathSync(name)]);
  // The option's older name, until Node 22.13.
  const isStable = process.allowedNodeEnvironmentFlags.has('--permission');
  // Node's permissions forbid a debugger. In development, the shell's debugger matters more.
  const isDebugged = process.env['NODE_ENV'] === 'development' && inspector.url() !== undefined;
  const permissions = [
    isStable ? '--permission' : '--experimental-permission',
    // Node aborts when a name is given twice.
    ...[...new Set(names)].map((name) => `--allow-fs-read=${name}`),
  ];
  const child = fork(program, {
    env: { NODE_ENV: process.env['NODE_ENV'] },
    execArgv: [
      `--max-old-space-size=${String(HEAP_LIMIT_MB)}`,
      '--no-warnings',
      ...(isDebugged ? ['--inspect=0'] : permissions),
    ],
    stdio: ['ignore', output, output, 'ipc'],
  });
  const worker = new WorkerProcess(child, apiOrigin, releaseSet.content);
  try {
    await worker.perform({ start: input }, START_DEADLINE_MS, 'the render worker was not ready');
    return worker;
  } catch (error) {
    await worker.stop();
    throw error;
  }
}

type Outcome = RenderedPage | undefined | Error;

class WorkerProcess implements RenderWorker {
  readonly ended: Promise<Error>;
  readonly #child: ChildProcess;
  readonly #apiOrigin: string;
  /** Version of the content; the live one if `undefined`. */
  readonly #content: string | undefined;
  /** Pending tasks, by id. */
  readonly #tasks = new Map<unknown, (outcome: Outcome) => void>();
  #lastId = 0;
  #apiRequests = 0;
  /** Consecutive missed deadlines. */
  #timeouts = 0;
  /** Its last reported step. */
  #step = '';
  #broken: string | null = null;
  #stopped = false;

  constructor(child: ChildProcess, apiOrigin: string, content?: string) {
    this.#child = child;
    this.#apiOrigin = apiOrigin;
    this.#content = content;
    const kill = () => child.kill('SIGKILL');
    child.on('message', (message: FromWorker | null, handle: SendHandle | undefined) => {
      if (!handle) this.#receive(message ?? {});
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
      ([code, signal]: (number | string | null)[]) =>
        `ended with ${String(signal ?? `code ${String(code)}`)}`,
      (error: unknown) => `could not be run: ${asError(error).message}`,
    );
    this.ended = exit.then((how) => {
      process.off('exit', kill);
      const reason = new Error(`the render worker ${this.#broken ?? how}${this.#blame()}`);
      for (const id of this.#tasks.keys()) this.#settle(id, reason);
      return reason;
    });
  }

  async render(request: PageRequest, deadlineMs: number): Promise<RenderedPage> {
    if (this.#tasks.size >= QUEUE_LIMIT) throw new SaturatedError('Too many pages wait for the worker');
    const page = await this.perform(
      { page: request },
      deadlineMs,
      `${nameOf(request.page)} was not rendered`,
    );
    if (!page) throw new Error('The render worker returned no page');
    return page;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#tasks.size === 0) this.#child.kill('SIGKILL');
    await this.ended;
  }

  /** Sends a task to the process. `late` is the message after a missed deadline. */
  perform(task: Omit<ToWorker, 'id'>, deadlineMs: number, late: string): Promise<RenderedPage | undefined> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        if (++this.#timeouts === HUNG_AFTER) this.#child.kill('SIGKILL');
        this.#settle(id, new Error(`${late} in ${String(deadlineMs)} ms${this.#blame()}`));
      }, deadlineMs);
      this.#tasks.set(id, (outcome) => {
        clearTimeout(timer);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      });
      this.#send({ id, ...task });
    });
  }

  #settle(id: unknown, outcome: Outcome): void {
    this.#tasks.get(id)?.(outcome);
    this.#tasks.delete(id);
    if (this.#stopped && this.#tasks.size === 0) this.#child.kill('SIGKILL');
  }

  #send(message: ToWorker): void {
    // Sending to an ended process fails; `ended` reports that.
    this.#child.send(message, () => undefined);
  }

  #receive({ step, broken, id, fetch: request, page, failed }: FromWorker): void {
    if (typeof step === 'string') this.#step = step;
    else if (typeof broken === 'string') this.#broken = `broke down: ${broken}`;
    else if (request && id !== undefined)
      void this.#readApi(request).then((fetched) => {
        this.#send({ id, fetched });
      });
    else {
      // No task is pending.
      this.#step = '';
      if (this.#tasks.has(id)) this.#timeouts = 0;
      this.#settle(id, typeof failed === 'string' ? new Error(failed) : page);
    }
  }

  /** Calls the API for the worker. Rejects other servers, because teams' code chooses the address. */
  async #readApi({ url, headers: claimed }: NonNullable<FromWorker['fetch']>): Promise<ApiAnswer> {
    this.#apiRequests += 1;
    try {
      const headers = new Headers(claimed);
      // The release must not choose the version, because it could bring drafts into live pages.
      headers.delete(CONTENT_HEADER);
      if (this.#content !== undefined) headers.set(CONTENT_HEADER, this.#content);
      if (this.#apiRequests > MAX_API_REQUESTS) throw new Error('Too many requests to the API at once');
      const { origin, pathname } = new URL(url);
      if (origin !== new URL(this.#apiOrigin).origin || !pathname.startsWith('/api/'))
        throw new Error(`${url} is not the API`);
      const signal = AbortSignal.timeout(API_DEADLINE_MS);
      const response = await fetch(url, { headers, redirect: 'error', signal });
      return { status: response.status, body: await response.text() };
    } catch (error) {
      return { status: 0, body: asError(error).message };
    } finally {
      this.#apiRequests -= 1;
    }
  }

  /** The unfinished step of the process. */
  #blame(): string {
    return this.#step === '' ? '' : `: ${this.#step}`;
  }
}

/** A page, for the log: `post golden`. */
const nameOf = ({ kind, params = {} }: Page) => [kind, ...Object.values(params).map(String)].join(' ');
