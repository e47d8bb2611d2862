import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { freePorts } from '@vidlunnia/scripts';
import { api, shell } from '@vidlunnia/settings/topology';
import { type Content, type LocalServer, startApiDouble } from './api-double';
import { Command } from './command';
import { repository } from './site';
import { startTeamOrigins, type TeamOrigins, variablesOf } from './team-origin';
import { test } from './test';

type Variables = Readonly<Record<string, string>>;
type CleanUp = () => Promise<unknown>;

/** One process of the built shell, with its own port and data folder. */
interface ShellProcess {
  readonly url: string;
  readonly data: string;
}

/** The built shell with a fake API and the test's team origins. */
interface LoneShell extends ShellProcess {
  readonly api: LocalServer;
  readonly teams: TeamOrigins;
  /** Starts another shell with the same API and origins. */
  readonly replica: (variables?: Variables) => Promise<ShellProcess>;
}

async function startShell(variables: Variables, cleanUps: CleanUp[]): Promise<ShellProcess> {
  const data = await mkdtemp(path.join(tmpdir(), 'vidlunnia-shell-'));
  const port = (await freePorts())[shell.portVariable] ?? '';
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    NODE_ENV: 'production',
    [shell.portVariable]: port,
    SITE_URL: url,
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    RELEASE_POLL_MS: '100',
    ...variables,
  };
  const program = [process.execPath, '--enable-source-maps', 'dist/node/main.js'] as const;
  const command = new Command(program, environment, path.join(repository, shell.folder));
  cleanUps.push(() => {
    command.cleanUp();
    return rm(data, { recursive: true, force: true });
  });
  const expectUp = async () => {
    expect((await fetch(`${url}/healthz`)).ok).toBe(true);
  };
  await expect(expectUp).toPass({ timeout: 30_000, intervals: [50] });
  return { url, data };
}

/**
 * Starts one shell for all tests of a file, which run in one worker, because a start takes longer than most tests.
 * `prepare` returns additional variables. Each test must leave the shell usable.
 */
export function shareShell(
  prepare: () => Promise<Variables> | Variables = () => ({}),
  content?: Content,
): () => LoneShell {
  const cleanUps: CleanUp[] = [];
  let shared: LoneShell | undefined;
  test.describe.configure({ mode: 'default' });
  test.beforeAll(async () => {
    const [double, teams] = await Promise.all([startApiDouble(content), startTeamOrigins()]);
    cleanUps.push(...[double, ...Object.values(teams)].map((server) => () => server.stop()));
    const common = { [api.originVariable]: double.origin, ...variablesOf(teams) };
    const replica = (variables: Variables = {}) => startShell({ ...common, ...variables }, cleanUps);
    shared = { ...(await replica(await prepare())), api: double, teams, replica };
  });
  test.afterAll(() => Promise.all(cleanUps.map((cleanUp) => cleanUp())));
  return () => {
    if (!shared) throw new Error('The shell exists only while tests run');
    return shared;
  };
}
