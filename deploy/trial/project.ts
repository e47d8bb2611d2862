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
export type Project = Awaited<ReturnType<typeof openProject>>;

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
async function openProject(files: readonly string[]) {
  const [program, ...before] = findCompose() ?? ['docker', 'compose'];
  const folder = mkdtempSync(path.join(tmpdir(), 'vidlunnia-'));
  await copyTree(folder);
  const { [shell.portVariable]: port = '' } = await freePorts();
  const variables: Record<string, string> = {
    COMPOSE_PROJECT_NAME: path.basename(folder).toLowerCase().replace('-', ''),
    GATEWAY_PORT: port,
    SITE_PORT: port,
    SECRETS_DIR: path.join(folder, 'secrets'),
  };
  // Aborts the commands of an interrupted test.
  const over = new AbortController();
  const docker = (...args: string[]) =>
    runToSuccess('docker', args, { timeout: DOCKER_DEADLINE, signal: over.signal });
  const options = { cwd: folder, env: variables, timeout: COMPOSE_DEADLINE };
  const runCompose = (args: readonly string[], signal?: AbortSignal) =>
    runToSuccess(program, [...before, ...files, ...args], { ...options, signal });
  const compose = (...args: readonly string[]) => runCompose(args, over.signal);
  // The older program always lists all containers, and rejects the option.
  const every = before.length > 0 ? ['--all'] : [];
  /** Ids of a service's running containers; with `all`, also of ended ones. */
  const containers = async (service: string, all = false) =>
    lines(await compose('ps', '-q', ...(all ? every : []), service));

  return {
    folder,
    compose,
    containers,
    docker,
    url: `http://127.0.0.1:${port}`,
    /** Changes variables of the compose files for the next commands. */
    set: (changed: Readonly<Record<string, string>>) => Object.assign(variables, changed),
    healthy: async (id: string) => {
      const state = async () => (await docker('inspect', '--format', '{{.State.Health.Status}}', id)).trim();
      const healthy = expect.poll(state).toBe('healthy');
      await healthy.catch(async (cause: unknown) => {
        throw new Error(`${id} is not healthy\n${await docker('logs', '--tail', '20', id)}`, { cause });
      });
    },
    async query(sql: string, database = 'vidlunnia') {
      const [id = ''] = await containers('postgres');
      return lines(await docker('exec', id, 'psql', '-U', 'vidlunnia', '-d', database, '-tAc', sql));
    },
    /** Removes all but the build cache. */
    async remove() {
      over.abort();
      await runCompose(['down', '--volumes', '--remove-orphans', '--rmi', 'local', '--timeout', '5']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const lines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
