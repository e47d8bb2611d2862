import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { RenderedPage } from '../../src/pages/rendered-page';
import { addressOf } from '../../src/pages/pages';
import type { PageRequest } from '../../src/pages/page-request';
import type { RendererOptions } from '../../src/server';

/** Milliseconds for a new process to load every module of its set. */
const START_DEADLINE = 10_000;
/** Heap limit in megabytes; a set needs 20–35. */
const MEMORY_LIMIT = 256;

/** Milliseconds for the API's response: longer than a page waits for data. */
const FETCH_DEADLINE = 8_000;

/**
 * Maximum concurrent requests to the API, far above the need of all pages that may wait: more are an error of a
 * release.
 */
const MOST_FETCHES = 256;
const TOO_MUCH: ApiAnswer = { status: 0, body: 'Too many requests to the API at once' };

/** Options of a worker. */
export interface WorkerInput {
  /** File of the shell's rendering bundle. */
  readonly bundle: string;
  readonly options: RendererOptions;
}

type Task = { readonly start: WorkerInput } | { readonly page: PageRequest };

/** The first request starts the worker and returns no page. */
export type WorkerRequest = { readonly id: number } & Task;

/** The API's response; without one, `status` is 0 and `body` has the reason. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
}

export type OwnerMessage = WorkerRequest | { readonly id: number; readonly fetched: ApiAnswer };

/** A worker's request to the API. */
interface ApiRequest {
  readonly type: 'fetch';
  readonly id: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type WorkerMessage =
  | ApiRequest
  /** The step that begins; the last one is to blame when the worker hangs or ends. */
  | { readonly type: 'step'; readonly step: string }
  /** It ends, for this reason. */
  | { readonly type: 'broken'; readonly reason: string }
  | { readonly type: 'done'; readonly id: number; readonly page: RenderedPage | null }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };

/** A render process, for its owner. */
export interface RenderWorker {
  /** Rejects when the page cannot be rendered, the process ends, or the deadline passes. */
  render(request: PageRequest, deadline: number): Promise<RenderedPage>;
  /** Resolves when the process has ended, with the reason. */
  readonly ended: Promise<Error>;
  stop(): Promise<void>;
}

/** The process did not respond in time: it may hang. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}

/**
 * Starts a render process. Rejects when it does not become ready. Teams' code must not read the shell's configuration,
 * keys or other files: the process has an empty environment and can read only its own code and its release set. It has
 * no network: this process calls the API for it. `output` receives its output.
 */
export async function startRenderWorker(
  program: string,
  input: WorkerInput,
  output: 'inherit' | 'ignore' = 'inherit',
): Promise<RenderWorker> {
  const folders = Object.values(input.options.entries).map((entry) => path.dirname(entry));
  const child = fork(program, {
    env: { NODE_ENV: process.env['NODE_ENV'] },
    execArgv: [
      `--max-old-space-size=${String(MEMORY_LIMIT)}`,
      ...permissions([program, input.bundle], folders),
    ],
    stdio: ['ignore', output, output, 'ipc'],
  });
  const worker = new ForkedWorker(child, input.options.apiOrigin);
  try {
    await worker.start(input);
    return worker;
  } catch (error) {
    await worker.stop();
    throw error;
  }
}

/** Calls the API for a worker, and no other server: teams' code chooses the address. */
async function readApi(apiOrigin: string, { url, headers }: ApiRequest): Promise<ApiAnswer> {
  try {
    const { origin, pathname } = new URL(url);
    if (origin !== new URL(apiOrigin).origin || !pathname.startsWith('/api/'))
      throw new Error(`${url} is not the API`);
    const signal = AbortSignal.timeout(FETCH_DEADLINE);
    const response = await fetch(url, { headers, redirect: 'error', signal });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    return { status: 0, body: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Allows a process to read these files and the code of its release set, and nothing else
 * (https://nodejs.org/api/permissions.html).
 */
function permissions(files: readonly string[], folders: readonly string[]): string[] {
  // The option's older name, until Node 22.13.
  const isStable = process.allowedNodeEnvironmentFlags.has('--permission');
  // Modules are read by their real paths, even through links.
  const namesOf = (name: string) => (existsSync(name) ? [name, realpathSync(name)] : [name]);
  const readable = [
    ...files.flatMap(namesOf),
    ...folders.flatMap(namesOf).map((folder) => path.join(folder, '*')),
  ];
  return [
    isStable ? '--permission' : '--experimental-permission',
    '--no-warnings',
    ...[...new Set(readable)].map((name) => `--allow-fs-read=${name}`),
  ];
}

class ForkedWorker implements RenderWorker {
  readonly ended: Promise<Error>;
  readonly #child: ChildProcess;
  readonly #apiOrigin: string;
  /** By the request's id. */
  readonly #waiting = new Map<number, (outcome: RenderedPage | null | Error) => void>();
  #lastId = 0;
  #fetches = 0;
  /** Its last reported step. */
  #step = '';
  #broken: string | null = null;

  constructor(child: ChildProcess, apiOrigin: string) {
    this.#child = child;
    this.#apiOrigin = apiOrigin;
    child.on('message', (message: WorkerMessage) => {
      this.#hear(message);
    });
    const kill = () => child.kill('SIGKILL');
    // A process that hangs would not notice that its owner has ended.
    process.once('exit', kill);
    this.ended = new Promise<string>((resolve) => {
      child.once('error', ({ message }) => {
        resolve(`could not be run: ${message}`);
      });
      child.once('exit', (code, signal) => {
        resolve(this.#broken ?? `ended with ${signal ?? `code ${String(code)}`}`);
      });
    }).then((how) => {
      process.off('exit', kill);
      const reason = new Error(this.#withStep(`the render worker ${how}`));
      for (const settle of this.#waiting.values()) settle(reason);
      return reason;
    });
  }

  async start(input: WorkerInput): Promise<void> {
    const late = `the render worker was not ready in ${String(START_DEADLINE)} ms`;
    await this.#ask({ start: input }, START_DEADLINE, late);
  }

  async render(request: PageRequest, deadline: number): Promise<RenderedPage> {
    const late = `${addressOf(request.page)} was not rendered in ${String(deadline)} ms`;
    const page = await this.#ask({ page: request }, deadline, late);
    if (!page) throw new Error('The render worker gave no page');
    return page;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  #ask(task: Task, deadline: number, late: string): Promise<RenderedPage | null> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const settle = (outcome: RenderedPage | null | Error) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        if (outcome instanceof Error) reject(outcome);
        else resolve(outcome);
      };
      const timer = setTimeout(() => {
        settle(new RenderTimeout(this.#withStep(late)));
      }, deadline);
      this.#waiting.set(id, settle);
      this.#send({ id, ...task });
    });
  }

  #send(message: OwnerMessage): void {
    // Sending to a process that has ended fails; `ended` reports that.
    this.#child.send(message, () => undefined);
  }

  #hear(message: WorkerMessage): void {
    if (message.type === 'fetch') void this.#fetch(message);
    else if (message.type === 'broken') this.#broken = `broke down: ${message.reason}`;
    else if (message.type === 'step') this.#step = message.step;
    else {
      // All steps have ended.
      this.#step = '';
      const outcome = message.type === 'done' ? message.page : new Error(message.reason);
      this.#waiting.get(message.id)?.(outcome);
    }
  }

  async #fetch(request: ApiRequest): Promise<void> {
    this.#fetches += 1;
    const isTooMuch = this.#fetches > MOST_FETCHES;
    const fetched = isTooMuch ? TOO_MUCH : await readApi(this.#apiOrigin, request);
    this.#fetches -= 1;
    this.#send({ id: request.id, fetched });
  }

  #withStep(what: string): string {
    return this.#step === '' ? what : `${what}: ${this.#step}`;
  }
}
