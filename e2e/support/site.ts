import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { REMOTE_NAMES } from '@vidlunnia/contracts';
import { freePorts, publishAllTeams, startStack, type Stack } from '@vidlunnia/scripts';
import { api } from '@vidlunnia/settings/topology';
import { readReleaseSet } from './releases';

export const repository = path.resolve(__dirname, '../..');

/** A running site: built packages, ports from the system, a database without submissions. */
export interface Site extends Stack {
  /** Variables of its processes. */
  readonly environment: NodeJS.ProcessEnv;
  /** Output of its processes; each line begins with the name of its package. */
  readonly lines: readonly string[];
}

/** The tests' content, independent of the site's real content. */
const CONTENT_DIR = path.join(repository, 'e2e/content');

const PREPARED = 'E2E_PREPARED_DATA';

const makeFolder = () => mkdtemp(path.join(tmpdir(), 'vidlunnia-e2e-'));
const remove = (folder: string) => rm(folder, { recursive: true, force: true });

const foldersIn = (folder: string) => ({ DATA_DIR: folder, KEYS_DIR: path.join(folder, 'keys') });

/** Ports, and an empty data folder with keys, for a site that a command starts. */
export async function makePlace() {
  const folder = await makeFolder();
  return { variables: { ...(await freePorts()), ...foldersIn(folder) }, remove: () => remove(folder) };
}

/**
 * Prepares the initial data of every site: a migrated database, the teams' keys and releases. No process has these
 * files open, so they can be copied. Resolves to a function that removes them.
 */
export async function prepareData(): Promise<() => Promise<void>> {
  const folder = await makeFolder();
  const environment = { ...process.env, NODE_ENV: 'production', ...foldersIn(folder) };
  const program = path.join(repository, api.folder, 'dist/main.js');
  // Outside of the repository, whose settings are not for tests.
  await promisify(execFile)(process.execPath, [program, 'migrate', '--create'], {
    cwd: folder,
    env: environment,
  });
  await publishAllTeams(environment, () => undefined);
  process.env[PREPARED] = folder;
  return () => remove(folder);
}

/** Waits until every remote is live: a busy machine may start a site without one, and retries it later. */
async function untilComplete(url: string): Promise<void> {
  const end = Date.now() + 150_000;
  while (Object.keys((await readReleaseSet(url)).remotes).length < REMOTE_NAMES.length) {
    if (Date.now() > end) throw new Error(`A remote is not live: see ${url}/-/releases`);
    await pause(100);
  }
}

/** Starts the whole site with a copy of the prepared data. `stop` removes the copy. */
export async function startSite(variables: NodeJS.ProcessEnv = {}): Promise<Site> {
  const prepared = process.env[PREPARED];
  if (prepared === undefined) throw new Error('No prepared data, because the global setup did not run');
  const folder = await makeFolder();
  await cp(prepared, folder, { recursive: true });
  const environment = {
    ...process.env,
    ...(await freePorts()),
    ...foldersIn(folder),
    CONTENT_DIR,
    INBOX_PORT: '0',
    LOG_LEVEL: 'error',
    SUBMISSIONS_PER_MINUTE: '1000',
    RENDERS_PER_MINUTE: '100000',
    ...variables,
  };
  const lines: string[] = [];
  const onLine = (name: string, line: string) => lines.push(`[${name}] ${line}`);
  const stack = await startStack({ environment, onLine }).catch((cause: unknown) => {
    throw new Error(`The site did not start:\n${lines.join('\n')}`, { cause });
  });
  const stop = async () => {
    await stack.stop();
    await remove(folder);
  };
  await untilComplete(stack.url).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { ...stack, environment, lines, stop };
}

/** Starts a site for a program outside the tests, and stops it after `use`. */
export async function withSite(
  variables: NodeJS.ProcessEnv,
  use: (site: Site) => Promise<void>,
): Promise<void> {
  const removeData = await prepareData();
  let site: Site | undefined;
  try {
    site = await startSite(variables);
    await use(site);
  } finally {
    await site?.stop();
    await removeData();
  }
}
