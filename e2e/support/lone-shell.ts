import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { RemoteName } from '@vidlunnia/contracts';
import { freePorts } from '@vidlunnia/scripts/stack';
import { api, remoteList, shell } from '@vidlunnia/settings/topology';
import { type ApiDouble, startApiDouble } from './api-double';
import { Command } from './command';
import { repository } from './site';
import { startTeamOrigins, type TeamOrigin } from './team-origin';
import { test as base } from './test';

type Variables = Readonly<Record<string, string>>;

/** One process of the built shell, with its own port and data folder. */
interface ShellProcess {
  readonly url: string;
  readonly data: string;
  /** Id of the running process, or of its descendant with this text in the command line. */
  id(text?: string): number;
  /** Its log. */
  readonly lines: () => readonly string[];
  /** Starts it with these additional variables, without requesting a page. */
  start(variables?: Variables): Promise<void>;
}

/** The built shell with a fake API and the test's team origins. */
export interface LoneShell extends ShellProcess {
  readonly api: ApiDouble;
  readonly teams: Readonly<Record<RemoteName, TeamOrigin>>;
  /** Prepares another shell with the same API and origins. */
  replica(variables?: Variables): Promise<ShellProcess>;
}

/** Milliseconds until a started shell responds. */
const READY = 30_000;

type CleanUp = () => Promise<unknown>;

async function prepareProcess(variables: Variables, cleanUps: CleanUp[]): Promise<ShellProcess> {
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
  let running: Command | null = null;
  cleanUps.push(() => {
    running?.cleanUp();
    return rm(data, { recursive: true, force: true });
  });
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
  return {
    url,
    data,
    id: (text = 'dist/node/main.js') => running?.find(text) ?? 0,
    lines: () => running?.lines ?? [],
    start: async (more = {}) => {
      const command = new Command(
        [process.execPath, '--enable-source-maps', 'dist/node/main.js'],
        { ...environment, ...more },
        path.join(repository, shell.folder),
      );
      running = command;
      const message = command.lines.join('\n');
      await expect.poll(isUp, { timeout: READY, intervals: [50], message }).toBe(true);
    },
  };
}

async function prepareShell(): Promise<{ readonly lone: LoneShell; readonly cleanUp: CleanUp }> {
  const [double, teams] = await Promise.all([startApiDouble(), startTeamOrigins()]);
  const cleanUps: CleanUp[] = [double, ...Object.values(teams)].map((server) => () => server.stop());
  const ofTeams = remoteList.flatMap(({ name, originVariable, publicKeyVariable }) => [
    [originVariable, teams[name].origin] as const,
    [publicKeyVariable, teams[name].publicKey] as const,
  ]);
  const replica = (variables: Variables = {}) =>
    prepareProcess(
      { [api.originVariable]: double.origin, ...Object.fromEntries(ofTeams), ...variables },
      cleanUps,
    );
  return {
    lone: { ...(await replica()), api: double, teams, replica },
    cleanUp: () => Promise.all(cleanUps.map((cleanUp) => cleanUp())),
  };
}

/**
 * Starts one shell for all tests of a file, which run in one worker, because a start takes longer than most tests.
 * `prepare` may change its API and origins first. Each test must leave the shell usable.
 */
export function shareShell(prepare: (lone: LoneShell) => void = () => undefined): () => LoneShell {
  let shared: Awaited<ReturnType<typeof prepareShell>> | undefined;
  base.describe.configure({ mode: 'default' });
  base.beforeAll(async () => {
    shared = await prepareShell();
    prepare(shared.lone);
    await shared.lone.start();
  });
  base.afterAll(() => shared?.cleanUp());
  return () => {
    if (!shared) throw new Error('The shell exists only while tests run');
    return shared.lone;
  };
}

/** Tests with their own shell, which they start. */
export const test = base.extend<{ readonly lone: LoneShell }>({
  lone: async ({}, use) => {
    const { lone, cleanUp } = await prepareShell();
    await use(lone);
    await cleanUp();
  },
});

export { expect } from '@playwright/test';
