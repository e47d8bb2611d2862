import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import { copyTree, freePorts, runToSuccess } from '@vidlunnia/scripts';
import { shell } from '@vidlunnia/settings/topology';

/** Milliseconds for compose, which may install packages and build, on a busy machine. */
const COMPOSE_DEADLINE = 1_800_000;
const DOCKER_DEADLINE = 180_000;

/** The compose command of this machine: the plugin, or the older program. `null` without one or without an engine. */
export function findCompose(): readonly [string, ...string[]] | null {
  const works = (program: string, ...args: readonly string[]) =>
    spawnSync(program, args, { timeout: DOCKER_DEADLINE }).status === 0;
  if (!works('docker', 'info')) return null;
  if (works('docker', 'compose', 'version')) return ['docker', 'compose'];
  return works('docker-compose', 'version') ? ['docker-compose'] : null;
}

/** A stack with its own name, from a copy of the sources that a test may change. */
export interface Project {
  readonly folder: string;
  readonly url: string;
  /** Changes variables of the compose files for the next commands. */
  set(variables: Readonly<Record<string, string>>): void;
  compose(...args: readonly string[]): Promise<string>;
  /** Ids of a service's running containers; with `all`, also of ended ones. */
  containers(service: string, all?: boolean): Promise<string[]>;
  docker(...args: string[]): Promise<string>;
  /** Resolves when a container is healthy. */
  healthy(id: string): Promise<void>;
  query(sql: string, database?: string): Promise<string[]>;
  /** Removes all but the build cache. */
  remove(): Promise<void>;
}

/** Tests of one stack in order; the first failure ends them. Without files, compose uses those of development. */
export const testOf = (...files: readonly string[]) =>
  base.extend<object, { readonly project: Project }>({
    project: [
      async ({}, use) => {
        const project = await openProject(files.flatMap((file) => ['-f', file]));
        await use(project);
        await project.remove();
      },
      { scope: 'worker', timeout: COMPOSE_DEADLINE },
    ],
  });

/** Copies the sources; nothing is built or started yet. */
async function openProject(files: readonly string[]): Promise<Project> {
  const [program, ...before] = findCompose() ?? ['docker', 'compose'];
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
  // Aborts the commands of an interrupted test.
  const over = new AbortController();
  const docker = (...args: string[]) =>
    runToSuccess('docker', args, { timeout: DOCKER_DEADLINE, signal: over.signal });
  const runCompose = (args: readonly string[], signal?: AbortSignal) =>
    runToSuccess(program, [...before, ...files, ...args], {
      cwd: folder,
      env: variables,
      timeout: COMPOSE_DEADLINE,
      signal,
    });
  const compose = (...args: readonly string[]) => runCompose(args, over.signal);
  // The older program always lists all containers, and rejects the option.
  const every = before.length > 0 ? ['--all'] : [];
  const containers = async (service: string, all = false) =>
    lines(await compose('ps', '-q', ...(all ? every : []), service));

  return {
    folder,
    compose,
    containers,
    docker,
    url: `http://127.0.0.1:${port}`,
    set: (changed) => Object.assign(variables, changed),
    healthy: async (id) => {
      const state = async () => (await docker('inspect', '--format', '{{.State.Health.Status}}', id)).trim();
      await expect
        .poll(state)
        .toBe('healthy')
        .catch(async (error: unknown) => {
          throw new Error(`${id} is not healthy\n${await docker('logs', '--tail', '20', id)}`, {
            cause: error,
          });
        });
    },
    async query(sql, database = 'vidlunnia') {
      const [id = ''] = await containers('postgres');
      return lines(await docker('exec', id, 'psql', '-U', 'vidlunnia', '-d', database, '-tAc', sql));
    },
    async remove() {
      over.abort();
      await runCompose(['down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '5']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
