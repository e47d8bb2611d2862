import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { freePorts } from '@vidlunnia/scripts/stack';
import { shell } from '@vidlunnia/remote-kit/environment/topology';
import { Command, repository } from './command';

/** One process of the built shell, with a port and a data folder of its own. */
export interface ShellProcess {
  readonly url: string;
  /** Folder of what it keeps: copies of releases, and what was live. */
  readonly data: string;
  /** Id of the running process. */
  id(): number;
  /** What it has logged since it was started. */
  lines(): readonly string[];
  /** Starts it, with these variables on top of its own; nobody has asked it for a page then. */
  start(variables?: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
  /** Ends what is left of it, and its data. */
  cleanUp(): Promise<void>;
}

const READY = 30_000;

/** Prepares the shell that is built here; variables of its own come on top. */
export async function prepareShellProcess(
  variables: Readonly<Record<string, string>>,
): Promise<ShellProcess> {
  const data = await mkdtemp(path.join(tmpdir(), 'vidlunnia-shell-'));
  const port = (await freePorts())[shell.portVariable] ?? '';
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    [shell.portVariable]: port,
    SITE_URL: url,
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
    RELEASE_POLL_MS: '100',
    ...variables,
  };
  let running: Command | null = null;
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
  return {
    url,
    data: path.join(data, 'shell'),
    id: () => running?.find('dist/node/main.js') ?? 0,
    lines: () => running?.lines ?? [],
    start: async (more = {}) => {
      const command = new Command(
        [process.execPath, '--enable-source-maps', 'dist/node/main.js'],
        { ...environment, ...more },
        path.join(repository, shell.folder),
      );
      running = command;
      await expect
        .poll(isUp, { timeout: READY, intervals: [50], message: command.lines.join('\n') })
        .toBe(true);
    },
    stop: async () => {
      running?.kill('SIGTERM');
      await running?.ended;
      running = null;
    },
    cleanUp: async () => {
      running?.cleanUp();
      await rm(data, { recursive: true, force: true });
    },
  };
}
