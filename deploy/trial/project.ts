import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@vidlunnia/scripts/stack';
import { shell } from '@vidlunnia/remote-kit/environment/topology';
import { runProgram } from './run-program';

const ROOT = path.resolve(__dirname, '../..');
/** What no image is made of, and much of it. */
const LEFT_OUT = /^(?:node_modules|dist|\.git|\.cache|\.data|\.mf|coverage|results|secrets)$/;
/** Arguments that choose the compose files; without any compose takes development's. */
export const PRODUCTION: readonly string[] = [
  'docker-compose.yml',
  'docker-compose.prod.yml',
  'deploy/trial/visitors.yml',
].flatMap((file) => ['-f', file]);
export const DEVELOPMENT: readonly string[] = [];
/** Milliseconds for what installs packages or builds; this and the next two also on a busy machine. */
export const BUILD_DEADLINE = 1_800_000;
const START_DEADLINE = 600_000;
const STATE_DEADLINE = 300_000;
const INTERVAL = 200;

/** A stack under a name of its own, from a copy of the sources that a trial may change. */
export interface Project {
  readonly folder: string;
  readonly url: string;
  /** Changes variables of the compose files from here on. */
  set(variables: Readonly<Record<string, string>>): void;
  /** Rejects after `timeout` milliseconds. */
  compose(args: readonly string[], timeout?: number): Promise<string>;
  /** Ids of a service's running containers, or with `all` of those too that have ended. */
  containers(service: string, all?: boolean): Promise<string[]>;
  docker(...args: string[]): Promise<string>;
  /** Resolves when a container is healthy. */
  healthy(id: string): Promise<void>;
  query(sql: string, database?: string): Promise<string[]>;
  remove(): Promise<void>;
}

/** Copies the sources; nothing is built or started yet. */
export async function openProject(
  [program = 'docker', ...before]: readonly string[],
  files: readonly string[],
  signal: AbortSignal,
): Promise<Project> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidlunnia-'));
  cpSync(ROOT, folder, { recursive: true, filter: (source) => !LEFT_OUT.test(path.basename(source)) });
  const { [shell.portVariable]: port = '' } = await freePorts();
  const variables: Record<string, string> = {
    COMPOSE_PROJECT_NAME: path
      .basename(folder)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
    GATEWAY_PORT: port,
    SITE_PORT: port,
    SECRETS_DIR: path.join(folder, 'secrets'),
  };
  const docker = (...args: string[]) => runProgram('docker', args, { signal });
  const runCompose = (args: readonly string[], options: { timeout: number; signal?: AbortSignal }) =>
    runProgram(program, [...before, ...files, ...args], {
      ...{ cwd: folder, env: { ...process.env, ...variables } },
      ...options,
    });
  const compose = (args: readonly string[], timeout = START_DEADLINE) =>
    runCompose(args, { timeout, signal });
  // The older program lists all containers by itself, and does not know the option.
  const every = before.length > 0 ? ['--all'] : [];
  const containers = async (service: string, all = false) =>
    lines(await compose(['ps', '-q', ...(all ? every : []), service]));

  return {
    ...{ folder, compose, containers, docker },
    url: `http://127.0.0.1:${port}`,
    set: (changed) => Object.assign(variables, changed),
    healthy: async (id) => {
      await until(
        async () =>
          (await docker('inspect', '--format', '{{.State.Health.Status}}', id)).trim() === 'healthy',
        `${id.slice(0, 12)} is not healthy`,
      ).catch(async (error: unknown) => {
        throw new Error(`${String(error)}\n${await docker('logs', '--tail', '20', id)}`);
      });
    },
    async query(sql, database = 'vidlunnia') {
      const [id = ''] = await containers('postgres');
      return lines(await docker('exec', id, 'psql', '-U', 'vidlunnia', '-d', database, '-tAc', sql));
    },
    async remove() {
      // Without the signal: an interruption has to leave nothing behind either.
      const down = ['down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '5'];
      await runCompose(down, { timeout: START_DEADLINE });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Resolves when a condition has held `times` in a row. Rejects with `problem` when that takes too long. */
export async function until(holds: () => Promise<boolean>, problem: string, times = 1): Promise<void> {
  const end = Date.now() + STATE_DEADLINE;
  for (let held = 0; held < times;) {
    held = (await holds()) ? held + 1 : 0;
    if (Date.now() > end) throw new Error(`after ${String(STATE_DEADLINE / 1000)} s ${problem}`);
    if (held < times) await pause(INTERVAL);
  }
}
