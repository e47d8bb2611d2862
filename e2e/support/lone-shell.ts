import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import type { RemoteName } from '@vidlunnia/shared/contracts';
import { api, remotes, shell } from '@vidlunnia/shared/topology';
import { freePorts } from '@vidlunnia/shared/stack';
import { startApiDouble, type ApiDouble } from './api-double';
import { Command, repository } from './command';
import { sampleContent } from './content';
import { startTeamOrigin, type TeamOrigin } from './team-origin';

/** The built shell before an API and teams' origins of the test's own. */
export interface LoneShell {
  readonly url: string;
  readonly api: ApiDouble;
  readonly teams: Readonly<Record<RemoteName, TeamOrigin>>;
  /** What it has logged since it was started. */
  lines(): readonly string[];
  /** Starts it; nobody has asked it for a page then. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const READY = 30_000;

/** Prepares the shell that is built in `root`, the repository or a copy of it. */
export async function prepareShell(
  root = repository,
  mode: 'production' | 'development' = 'production',
): Promise<{ readonly lone: LoneShell; readonly cleanUp: () => Promise<void> }> {
  const data = await mkdtemp(path.join(tmpdir(), 'vidlunnia-shell-'));
  const [double, home, blog, forms] = await Promise.all([
    startApiDouble(sampleContent()),
    startTeamOrigin('home', root),
    startTeamOrigin('blog', root),
    startTeamOrigin('forms', root),
  ]);
  const port = (await freePorts())[shell.portVariable] ?? '';
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    [shell.portVariable]: port,
    [api.originVariable]: double.origin,
    [remotes.home.originVariable]: home.origin,
    [remotes.blog.originVariable]: blog.origin,
    [remotes.forms.originVariable]: forms.origin,
    [remotes.home.publicKeyVariable]: home.publicKey,
    [remotes.blog.publicKeyVariable]: blog.publicKey,
    [remotes.forms.publicKeyVariable]: forms.publicKey,
    SITE_URL: url,
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    RELEASE_POLL_MS: '100',
    NODE_ENV: mode,
  };
  let running: Command | null = null;
  const stop = async () => {
    running?.kill('SIGTERM');
    await running?.ended;
    running = null;
  };
  const lone: LoneShell = {
    url,
    api: double,
    teams: { home, blog, forms },
    lines: () => running?.lines ?? [],
    start: async () => {
      const command = new Command(
        [process.execPath, '--enable-source-maps', 'dist/node/main.js'],
        environment,
        path.join(root, shell.folder),
      );
      running = command;
      const isUp = () =>
        fetch(`${url}/healthz`).then(
          (response) => response.ok,
          () => false,
        );
      await expect
        .poll(isUp, { timeout: READY, intervals: [50], message: command.lines.join('\n') })
        .toBe(true);
    },
    stop,
  };
  return {
    lone,
    cleanUp: async () => {
      running?.cleanUp();
      await Promise.all([double.stop(), home.stop(), blog.stop(), forms.stop()]);
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Tests with a shell of their own; `lone` is not started yet. */
export const test = base.extend<{ readonly lone: LoneShell }>({
  lone: async ({}, use) => {
    const { lone, cleanUp } = await prepareShell();
    await use(lone);
    await cleanUp();
  },
});

export { expect } from '@playwright/test';
