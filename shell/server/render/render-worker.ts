import { fork, type ChildProcess } from 'node:child_process';
import { on } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { RenderedPage } from '../../src/rendering/page-renderer';
import type { PageRequest } from '../../src/pages/page-request';
import type { RendererOptions } from '../../src/server';

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

export type OwnerMessage =
  | ({ readonly type: 'start' } & WorkerInput)
  | { readonly type: 'render'; readonly request: RenderRequest }
  /** The API's answer; without any, `status` is 0 and `body` says why. */
  | { readonly type: 'fetched'; readonly id: number; readonly status: number; readonly body: string };

export type WorkerMessage =
  | {
      readonly type: 'fetch';
      readonly id: number;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly type: 'loading'; readonly step: string }
  | { readonly type: 'ready' }
  | { readonly type: 'step'; readonly id: number; readonly step: string }
  | { readonly type: 'broken'; readonly reason: string }
  | { readonly type: 'rendered'; readonly id: number; readonly page: RenderedPage }
  | { readonly type: 'failed'; readonly id: number; readonly reason: string };

interface Waiting {
  /** What is done for it, as far as the thread says. */
  step: string | null;
  readonly resolve: (page: RenderedPage) => void;
  readonly reject: (error: Error) => void;
}

/** A render process as its owner sees it. */
export interface RenderWorker {
  /** Rejects when the page can't be rendered, the process ends, or the deadline passes. */
  render(request: PageRequest, deadline: number): Promise<RenderedPage>;
  /** Resolves when the process has ended, with the reason. */
  readonly ended: Promise<Error>;
  stop(): Promise<void>;
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
  const kill = () => child.kill('SIGKILL');
  // One that hangs would not see that its owner is gone.
  process.once('exit', kill);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  const ended = endOf(child).then((reason) => {
    process.off('exit', kill);
    for (const { step, reject } of waiting.values()) reject(at(step, reason));
    waiting.clear();
    return reason;
  });
  const send = (message: OwnerMessage) => child.send(message, ignore);
  child.on('message', (message: WorkerMessage) => {
    if (message.type === 'fetch') {
      void readApi(input.options.apiOrigin, message).then((answer) =>
        send({ type: 'fetched', id: message.id, ...answer }),
      );
      return;
    }
    if (message.type === 'loading' || message.type === 'ready' || message.type === 'broken') return;
    const asked = waiting.get(message.id);
    if (message.type === 'step') {
      if (asked) asked.step = message.step;
      return;
    }
    waiting.delete(message.id);
    if (message.type === 'rendered') asked?.resolve(message.page);
    else asked?.reject(new Error(message.reason));
  });
  send({ type: 'start', ...input });
  await ready(child, ended);
  return {
    render: (request, deadline) => {
      const id = ++lastId;
      return new Promise<RenderedPage>((resolve, reject) => {
        const timer = setTimeout(() => {
          const step = waiting.get(id)?.step;
          waiting.delete(id);
          const what = `${request.pathname} was not rendered in ${String(deadline)} ms`;
          reject(new RenderTimeout(step ? `${what}: ${step}` : what));
        }, deadline);
        const settle =
          <Value>(act: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(timer);
            act(value);
          };
        waiting.set(id, { step: null, resolve: settle(resolve), reject: settle(reject) });
        send({ type: 'render', request: { id, ...request } });
      });
    },
    ended,
    stop: async () => {
      kill();
      await ended;
    },
  };
}

/** A process that has ended cannot be sent anything: that it ended is told otherwise. */
const ignore = () => undefined;

/** Reads the API for a worker, and nothing else: what it asks for is teams' code's to say. */
async function readApi(
  apiOrigin: string,
  { url, headers }: Extract<WorkerMessage, { readonly type: 'fetch' }>,
): Promise<{ readonly status: number; readonly body: string }> {
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
  // Modules are read under their real names, whatever links lead there.
  const readable = [...files, ...folders].filter(existsSync).flatMap((name) => [name, realpathSync(name)]);
  return [
    flag,
    '--no-warnings',
    ...[...new Set(readable)].map(
      (name) =>
        `--allow-fs-read=${files.includes(name) || name.endsWith('.js') ? name : path.join(name, '*')}`,
    ),
  ];
}

/** The process did not respond: it may hang. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout';
}

const endOf = (child: ChildProcess) =>
  new Promise<Error>((resolve) => {
    let broken: string | null = null;
    child.on('message', (message: WorkerMessage) => {
      if (message.type === 'broken') broken = message.reason;
    });
    child.once('error', (cause) => {
      resolve(new Error(`the render worker could not be run: ${cause.message}`, { cause }));
    });
    child.once('exit', (code, signal) => {
      const how = signal ?? `code ${String(code)}`;
      const reason = broken === null ? `ended with ${how}` : `broke down: ${broken}`;
      resolve(new Error(`the render worker ${reason}`));
    });
  });

async function ready(child: ChildProcess, ended: Promise<Error>): Promise<void> {
  const deadline = AbortSignal.timeout(START_DEADLINE);
  let step: string | null = null;
  const isReady = async () => {
    for await (const [received] of on(child, 'message', { signal: deadline })) {
      const message = received as WorkerMessage;
      if (message.type === 'loading') step = message.step;
      if (message.type === 'ready') return;
    }
  };
  const outcome = await Promise.race([
    isReady().then(
      () => null,
      () => new Error(`the render worker was not ready in ${String(START_DEADLINE)} ms`),
    ),
    ended,
  ]);
  if (!outcome) return;
  child.kill('SIGKILL');
  await ended;
  throw at(step, outcome);
}

/** What happened, with what was done then. */
const at = (step: string | null, cause: Error): Error =>
  step === null ? cause : new Error(`${cause.message}: ${step}`, { cause });
