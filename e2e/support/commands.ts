import { Command } from './command';
import { makePlace } from './site';
import { test as base } from './test';

interface Fixtures {
  /** Variables of a new site: ports from the system, an empty data folder and keys of its own. */
  readonly place: Readonly<Record<string, string>>;
  /** Runs a command; its processes end with the test. */
  readonly run: (
    command: readonly [string, ...string[]],
    environment: NodeJS.ProcessEnv,
    cwd?: string,
  ) => Command;
}

export const test = base.extend<Fixtures>({
  place: async ({}, use) => {
    const { variables, remove } = await makePlace();
    await use(variables);
    await remove();
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
