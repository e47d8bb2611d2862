import { freePorts } from '@vidlunnia/scripts/stack';
import { Command } from './command';
import { makeDataFolder } from './data-folder';
import { test as base } from './test';

interface Fixtures {
  /** What lies in the data folder when the test begins. */
  readonly data: 'empty' | 'prepared';
  /** Ports from the system, a data folder and keys of its own. */
  readonly place: Readonly<Record<string, string>>;
  /** Runs a command; whatever becomes of the test, nothing of it stays. */
  readonly run: (
    command: readonly [string, ...string[]],
    environment: NodeJS.ProcessEnv,
    cwd?: string,
  ) => Command;
}

export const test = base.extend<Fixtures>({
  data: ['empty', { option: true }],
  place: async ({ data }, use) => {
    const folder = await makeDataFolder(data);
    await use({ ...(await freePorts()), ...folder.place });
    await folder.remove();
  },
  run: async ({}, use) => {
    const commands: Command[] = [];
    await use((...call) => {
      const command = new Command(...call);
      commands.push(command);
      return command;
    });
    for (const command of commands) command.cleanUp();
  },
});

export { expect } from '@playwright/test';

export const NPM_START = ['npm', 'start'] as const;
/** What `npm start` runs, without npm and its shell around it. */
export const START_TASK = [process.execPath, 'scripts/run.mjs', 'scripts/start.ts'] as const;
