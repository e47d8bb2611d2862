import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyTree, freePorts, runToSuccess, until } from '@vidlunnia/scripts/stack';
import { shell } from '@vidlunnia/remote-kit/environment/topology';

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
const COMMAND_DEADLINE = 180_000;
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
  await copyTree(folder);
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
  const docker = (...args: string[]) => runToSuccess('docker', args, { signal, timeout: COMMAND_DEADLINE });
  const runCompose = (args: readonly string[], options: { timeout: number; signal?: AbortSignal }) =>
    runToSuccess(program, [...before, ...files, ...args], { cwd: folder, env: variables, ...options });
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
      await untilHolds(
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

/** Resolves when a condition holds. Rejects with `problem` when that takes too long. */
export const untilHolds = (holds: () => Promise<boolean>, problem: string): Promise<void> =>
  until(async () => ((await holds()) ? null : problem), { deadline: STATE_DEADLINE, interval: INTERVAL });
