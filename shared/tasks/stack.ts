import path from 'node:path';
import { originOf, portOf } from '../build/environment';
import { repositoryRoot } from '../build/repository';
import { api, remoteList, shell, type Part } from '../build/topology';
import { ORIGIN_HEALTH } from '../release/origin-server';
import { publishBuilds } from '../release/publish-builds';
import { startChild, type Child } from './child';
import { untilAnswers } from './until-answers';

/** Milliseconds for the API: an embedded database's first start takes seconds, on a busy machine many. */
const API_DEADLINE = 90_000;
const DEADLINE = 30_000;

export interface Stack {
  readonly url: string;
  /** Processes by their package's folder. */
  readonly children: ReadonlyMap<string, Child>;
  /** Starts a part again that has ended. */
  restart(folder: string): Promise<void>;
  stop(): Promise<void>;
}

export interface StackOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly onLine: (folder: string, line: string) => void;
  /** Aborted while the site starts: what has started is stopped, nothing more is, and `startStack` rejects. */
  readonly signal?: AbortSignal;
}

/**
 * Publishes what is built to the teams' origins and starts the site: the API, every origin, the shell. Resolves when
 * the page really answers.
 */
export async function startStack({ environment, onLine, signal }: StackOptions): Promise<Stack> {
  const children = new Map<string, Child>();
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'production', ...environment };

  const start = async (part: Part) => {
    const child = startChild({
      name: part.folder,
      cwd: path.join(repositoryRoot, part.folder),
      args: programOf(part),
      env,
      onLine: (line) => {
        onLine(part.folder, line);
      },
    });
    children.set(part.folder, child);
    await Promise.race([
      untilAnswers(...healthOf(part, environment)),
      child.ended.then((how) => {
        throw new Error(`${part.folder} ended before it was ready (${how}); its reason stands above`);
      }),
    ]);
  };
  const stop = async () => {
    await Promise.all([...children.values()].map((child) => child.stop()));
  };

  const interrupt = () => void stop();
  signal?.addEventListener('abort', interrupt);
  try {
    signal?.throwIfAborted();
    Object.assign(env, await publishBuilds(env, onLine));
    signal?.throwIfAborted();
    await Promise.all([api, ...remoteList].map(start));
    signal?.throwIfAborted();
    await start(shell);
    signal?.throwIfAborted();
  } catch (error) {
    await stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', interrupt);
  }
  return {
    url: `http://localhost:${String(portOf(shell, environment))}`,
    children,
    restart: (folder) => {
      const part = [shell, api, ...remoteList].find((candidate) => candidate.folder === folder);
      if (!part) throw new Error(`${folder} is no part of the site`);
      return start(part);
    },
    stop,
  };
}

function programOf(part: Part): string[] {
  if (part === shell) return ['--enable-source-maps', 'dist/node/main.js'];
  if (part === api) return ['--enable-source-maps', 'dist/main.js'];
  return ['--import', 'tsx', path.join(repositoryRoot, 'shared/release/origin.ts')];
}

function healthOf(part: Part, environment: NodeJS.ProcessEnv): [url: string, deadline: number] {
  if (part === api) return [`${originOf(api, environment)}/api/health`, API_DEADLINE];
  const own = `http://127.0.0.1:${String(portOf(part, environment))}`;
  return part === shell ? [`${own}/`, DEADLINE] : [`${own}${ORIGIN_HEALTH}`, DEADLINE];
}
