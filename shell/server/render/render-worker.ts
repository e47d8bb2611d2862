import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { RenderedPage } from '../../src/rendering/page-renderer';
import type { PageRequest } from '../../src/pages/page-request';
import type { RendererOptions } from '../../src/server';
import type { Answer } from './fetch-by-owner';

/** Milliseconds for a new process to load every module of its set. */
const START_DEADLINE = 10_000;
/** Megabytes of objects that a set may keep; far above the 20–35 that one needs. */
const MEMORY_LIMIT = 256;

/** Milliseconds for the API's answer: longer than a page waits for data. */
const FETCH_DEADLINE = 8_000;

/** What a worker is started with. */
export interface WorkerInput {
  /** File of the shell's rendering bundle. */
  readonly bundle: string;
  readonly options: RendererOptions;
}

export interface RenderRequest extends PageRequest {
  readonly id: number;
}

interface ApiRequest {
  readonly type: 'fetch';
  readonly id: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type OwnerMessage =
  | ({ readonly type: 'start' } & WorkerInput)
  | { readonly type: 'render'; readonly request: RenderRequest }
  | ({ readonly type: 'fetched'; readonly id: number } & Answer);

export type WorkerMessage =
  | ApiRequest
  | { readonly type: 'ready' }
  /** What it begins to do; the last one names what hangs or ends it. */
  | { readonly type: 'step'; readonly step: string }
  /** It ends, because of this. */
  | { readonly type: 'broken'; readonly reason: string }
  | { readonly type: 'rendered'; readonly id: number; readonly page: RenderedPage }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };

/** A render process as its owner sees it. */
export interface RenderWorker {
  /** Rejects when the page can't be rendered, the process ends, or the deadline passes. */
  render(request: PageRequest, deadline: number): Promise<RenderedPage>;
  /** Resolves when the process has ended, with the reason. */
  readonly ended: Promise<Error>;
  stop(): Promise<void>;
}

/** The process did not respond: it may hang. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}

interface Waiting {
  readonly resolve: (page: RenderedPage) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Starts a render process. Rejects when it does not get ready. Teams' code has no business with what the shell is
 * configured with, with its keys, or with other files: the process has an empty environment and reads its own code and
 * its release set. It has no network: this process reads the API for it. `output` is what becomes of what it prints.
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
  worker.send({ type: 'start', ...input });
  await worker.ready();
  return worker;
}

/** A process that has ended cannot be sent anything: `ended` says so. */
const ignore = () => undefined;

/** Reads the API for a worker, and nothing else: what it asks for is teams' code's to say. */
async function readApi(apiOrigin: string, { url, headers }: ApiRequest): Promise<Answer> {
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

/** Lets a process read these files and the code of its release set, and start nothing (https://nodejs.org/api/permissions.html). */
function permissions(files: readonly string[], folders: readonly string[]): string[] {
  const known = process.allowedNodeEnvironmentFlags;
  // Its name until Node 22.13.
  const flag = known.has('--permission') ? '--permission' : '--experimental-permission';
  const readable = [...files, ...folders.map((folder) => path.join(folder, '*'))];
  // Modules are read under their real names, whatever links lead there.
  const real = [
    ...files.filter(existsSync).map((file) => realpathSync(file)),
    ...folders.filter(existsSync).map((folder) => path.join(realpathSync(folder), '*')),
  ];
  return [
    flag,
    '--no-warnings',
    ...[...new Set([...readable, ...real])].map((name) => `--allow-fs-read=${name}`),
  ];
}

class ForkedWorker implements RenderWorker {
  readonly ended: Promise<Error>;
  readonly #child: ChildProcess;
  readonly #apiOrigin: string;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  /** What it does, as far as it says. */
  #step = '';
  #broken: string | null = null;
  #setReady: () => void = () => undefined;
  readonly #isReady = new Promise<void>((resolve) => {
    this.#setReady = resolve;
  });

  constructor(child: ChildProcess, apiOrigin: string) {
    this.#child = child;
    this.#apiOrigin = apiOrigin;
    child.on('message', (message: WorkerMessage) => {
      this.#hear(message);
    });
    const kill = () => child.kill('SIGKILL');
    // One that hangs would not see that its owner is gone.
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
      for (const id of this.#waiting.keys()) this.#settle(id)?.reject(reason);
      return reason;
    });
  }

  send(message: OwnerMessage): void {
    this.#child.send(message, ignore);
  }

  #hear(message: WorkerMessage): void {
    if (message.type === 'fetch') {
      void readApi(this.#apiOrigin, message).then((answer) => {
        this.send({ type: 'fetched', id: message.id, ...answer });
      });
      return;
    }
    // What was under way is over, unless it ends the process.
    if (message.type !== 'broken') this.#step = message.type === 'step' ? message.step : '';
    if (message.type === 'ready') this.#setReady();
    if (message.type === 'broken') this.#broken = `broke down: ${message.reason}`;
    if (message.type === 'rendered') this.#settle(message.id)?.resolve(message.page);
    if (message.type === 'failed') this.#settle(message.id)?.reject(new Error(message.reason));
  }

  /** The page's waiting visitor, unless it waits no more. */
  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }

  #withStep(what: string): string {
    return this.#step === '' ? what : `${what}: ${this.#step}`;
  }

  async ready(): Promise<void> {
    const deadline = AbortSignal.timeout(START_DEADLINE);
    const late = once(deadline, 'abort').then(
      () => new Error(this.#withStep(`the render worker was not ready in ${String(START_DEADLINE)} ms`)),
    );
    const failure = await Promise.race([this.#isReady, this.ended, late]);
    if (!failure) return;
    await this.stop();
    throw failure;
  }

  render(request: PageRequest, deadline: number): Promise<RenderedPage> {
    const id = ++this.#lastId;
    return new Promise<RenderedPage>((resolve, reject) => {
      const timer = setTimeout(() => {
        const late = `${request.pathname} was not rendered in ${String(deadline)} ms`;
        this.#settle(id)?.reject(new RenderTimeout(this.#withStep(late)));
      }, deadline);
      this.#waiting.set(id, { resolve, reject, timer });
      this.send({ type: 'render', request: { id, ...request } });
    });
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }
}
