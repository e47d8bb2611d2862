import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoryRoot } from '../../environment/repository';
import { shell } from '../../environment/topology';
import { freePorts } from '../../tasks/ports';
import { runProgram } from './run-program';

/** What no image is made of, and much of it. */
const LEFT_OUT = new Set([
  'node_modules',
  'dist',
  '.git',
  '.cache',
  '.data',
  '.mf',
  'coverage',
  'results',
  'secrets',
]);
/** Arguments that choose the compose files; without any compose takes development's. */
export const PRODUCTION: readonly string[] = [
  'docker-compose.yml',
  'docker-compose.prod.yml',
  'shared/deploy/trial/visitors.yml',
].flatMap((file) => ['-f', file]);
export const DEVELOPMENT: readonly string[] = [];
/** Milliseconds for what installs packages or builds; this and the next two also on a machine that is busy otherwise. */
export const BUILD_DEADLINE = 1_800_000;
const START_DEADLINE = 600_000;
const HEALTH_DEADLINE = 300_000;
/** Milliseconds between two polls at a container's health. */
const INTERVAL = 200;

/** A stack under a name of its own, from a copy of the sources that a trial may change. */
export interface Project {
  readonly folder: string;
  readonly name: string;
  readonly url: string;
  /** Changes variables of the compose files from here on. */
  set(variables: Readonly<Record<string, string>>): void;
  compose(args: readonly string[], deadline?: number): Promise<string>;
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
  composeCommand: readonly string[],
  files: readonly string[],
  signal: AbortSignal,
): Promise<Project> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidlunnia-'));
  cpSync(repositoryRoot, folder, {
    recursive: true,
    filter: (source) => !LEFT_OUT.has(path.basename(source)),
  });
  const name = path
    .basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
  const { [shell.portVariable]: port = '' } = await freePorts();
  const environment: Record<string, string> = {
    COMPOSE_PROJECT_NAME: name,
    GATEWAY_PORT: port,
    SITE_PORT: port,
    SECRETS_DIR: path.join(folder, 'secrets'),
  };
  const [program = 'docker', ...before] = composeCommand;
  const docker = (...args: string[]) => runProgram('docker', args, { signal });
  const compose = (args: readonly string[], deadline = START_DEADLINE, stop: AbortSignal | null = signal) =>
    runProgram(program, [...before, ...files, ...args], {
      ...{ cwd: folder, environment, deadline },
      ...(stop && { signal: stop }),
    });
  const containers = async (service: string, all = false) =>
    lines(await compose(['ps', '-q', ...(all && before.length > 0 ? ['--all'] : []), service]));

  return {
    folder,
    name,
    url: `http://127.0.0.1:${port}`,
    set: (variables) => Object.assign(environment, variables),
    compose: (args, deadline) => compose(args, deadline),
    containers,
    docker,
    async healthy(id) {
      const end = Date.now() + HEALTH_DEADLINE;
      for (;;) {
        const status = (await docker('inspect', '--format', '{{.State.Health.Status}}', id)).trim();
        if (status === 'healthy') return;
        if (Date.now() > end)
          throw new Error(`${id.slice(0, 12)} is ${status}:\n${await docker('logs', '--tail', '20', id)}`);
        await pause(INTERVAL, undefined, { signal });
      }
    },
    async query(sql, database = 'vidlunnia') {
      const [id = ''] = await containers('postgres');
      return lines(await docker('exec', id, 'psql', '-U', 'vidlunnia', '-d', database, '-tAc', sql));
    },
    // Not ended by the signal: it is what an interruption has to leave behind.
    async remove() {
      const down = ['down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '5'];
      await compose(down, START_DEADLINE, null);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
