import path from 'node:path';
import { ORIGIN } from './build/build-site';
import { getter, originOf, portOf } from '@vidlunnia/settings';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { api, type Package, readTopology, shell } from '@vidlunnia/settings/topology';
import { publishBuilds } from '@vidlunnia/remote-kit/release/publish-builds';
import { startChild, type Child } from '@vidlunnia/remote-kit/process/run';
import { untilAnswers } from '@vidlunnia/remote-kit/process/until';

/** Milliseconds for a part to respond: an embedded database's first start takes seconds, on a busy machine many. */
const DEADLINE = 90_000;

export interface Stack {
  readonly url: string;
  /** Processes by their package's folder. */
  readonly children: ReadonlyMap<string, Child>;
  /** Restarts a package that has ended. */
  restart(folder: string): Promise<void>;
  stop(): Promise<void>;
}

interface StackOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly onLine: (folder: string, line: string) => void;
  /** When aborted during the start, started processes are stopped, no more are started, and `startStack` rejects. */
  readonly signal?: AbortSignal;
}

/** The packages' programs, and the preparation that gives a shell the teams' keys. */
interface Parts {
  /** Arguments for Node to run a package's program. */
  readonly programOf: (pkg: Package) => string[];
  readonly publish: typeof publishBuilds;
}

/**
 * Publishes the builds to the teams' origins and starts the site: the API, every origin, the shell. Resolves when the
 * page responds. After a rejection, none of its processes runs.
 */
export async function startStack(
  { environment, onLine, signal }: StackOptions,
  { programOf, publish }: Parts = { programOf: builtProgram, publish: publishBuilds },
): Promise<Stack> {
  const { workspaces } = readTopology(repositoryRoot());
  const children = new Map<string, Child>();
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'production', ...environment };
  const port = String(portOf(shell, getter(environment)));
  const failed = new AbortController();
  const ended = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);

  const start = async (pkg: Package) => {
    ended.throwIfAborted();
    const { folder } = pkg;
    const child = startChild({
      name: folder,
      cwd: path.join(repositoryRoot(), folder),
      args: programOf(pkg),
      env,
      onLine: (line) => {
        onLine(folder, line);
      },
    });
    children.set(folder, child);
    await Promise.race([
      untilAnswers(healthOf(pkg, environment), DEADLINE, ended),
      child.ended.then((how) => {
        throw new Error(`${folder} ended before it was ready (${how}); the reason is above`);
      }),
    ]);
  };
  const startTeams = async () => {
    ended.throwIfAborted();
    Object.assign(env, await publish(env, onLine));
    await Promise.all(workspaces.map(start));
  };
  const stop = async () => {
    await Promise.all([...children.values()].map((child) => child.stop()));
  };

  try {
    await Promise.all([start(api), startTeams()]);
    // It needs the teams' keys and origins to show anything, and the API for each page.
    await start(shell);
    await untilAnswers(`http://127.0.0.1:${port}/`, DEADLINE, ended);
    ended.throwIfAborted();
  } catch (error) {
    failed.abort(error);
    await stop();
    // An end caused by Ctrl-C may be reported before Ctrl-C itself.
    signal?.throwIfAborted();
    throw error;
  }
  return {
    url: `http://localhost:${port}`,
    children,
    restart: (folder) => {
      const pkg = [shell, api, ...workspaces].find((candidate) => candidate.folder === folder);
      if (!pkg) throw new Error(`${folder} is not a package of the site`);
      return start(pkg);
    },
    stop,
  };
}

function builtProgram(pkg: Package): string[] {
  if (pkg === shell) return ['--enable-source-maps', 'dist/node/main.js'];
  if (pkg === api) return ['--enable-source-maps', 'dist/main.js'];
  return [path.join(repositoryRoot(), ORIGIN.folder, ORIGIN.program)];
}

/** Health check of a part. */
function healthOf(pkg: Package, environment: NodeJS.ProcessEnv): string {
  if (pkg === api) return `${originOf(api, getter(environment))}/api/health`;
  return `http://127.0.0.1:${String(portOf(pkg, getter(environment)))}/healthz`;
}
