import type { RemoteName } from '@vidlunnia/contracts';
import { api, remoteList } from '@vidlunnia/remote-kit/environment/topology';
import { startApiDouble, type ApiDouble } from './api-double';
import { sampleContent } from './content';
import { prepareShellProcess, type ShellProcess } from './shell-process';
import { startTeamOrigins, type TeamOrigin } from './team-origin';
import { test as base } from './test';

/** The built shell before an API and teams' origins of the test's own. */
export interface LoneShell extends Omit<ShellProcess, 'cleanUp'> {
  readonly api: ApiDouble;
  readonly teams: Readonly<Record<RemoteName, TeamOrigin>>;
  /** Prepares another shell before the same API and origins. */
  replica(variables?: Readonly<Record<string, string>>): Promise<Omit<ShellProcess, 'cleanUp'>>;
}

/** Prepares the shell that is built here. */
async function prepareShell(
  own: Readonly<Record<string, string>> = {},
): Promise<{ readonly lone: LoneShell; readonly cleanUp: () => Promise<void> }> {
  const [double, teams] = await Promise.all([startApiDouble(sampleContent()), startTeamOrigins()]);
  const ofTeams = remoteList.flatMap(({ name, originVariable, publicKeyVariable }) => [
    [originVariable, teams[name].origin] as const,
    [publicKeyVariable, teams[name].publicKey] as const,
  ]);
  const shells: ShellProcess[] = [];
  const replica = async (variables: Readonly<Record<string, string>> = {}) => {
    const shell = await prepareShellProcess({
      [api.originVariable]: double.origin,
      ...Object.fromEntries(ofTeams),
      NODE_ENV: 'production',
      ...own,
      ...variables,
    });
    shells.push(shell);
    return shell;
  };
  const lone = { ...(await replica()), api: double, teams, replica };
  return {
    lone,
    cleanUp: async () => {
      await Promise.all([double, ...Object.values(teams)].map((server) => server.stop()));
      await Promise.all(shells.map((shell) => shell.cleanUp()));
    },
  };
}

/**
 * One shell for all tests of a file or a group, which then run in one worker: a start costs more than most of them.
 * `prepare` may change what it meets at its start. Every test leaves it fit for the next.
 */
export function shareShell(
  prepare: (lone: LoneShell) => void = () => undefined,
  variables: Readonly<Record<string, string>> = {},
): () => LoneShell {
  let shared: Awaited<ReturnType<typeof prepareShell>> | undefined;
  base.describe.configure({ mode: 'default' });
  base.beforeAll(async () => {
    shared = await prepareShell(variables);
    prepare(shared.lone);
    await shared.lone.start();
  });
  base.afterAll(() => shared?.cleanUp());
  return () => {
    if (!shared) throw new Error('The shell is there within tests alone');
    return shared.lone;
  };
}

interface Fixtures {
  readonly lone: LoneShell;
  /** Variables that the shell gets beside the usual ones. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Tests with a shell of their own; `lone` is not started yet. */
export const test = base.extend<Fixtures>({
  variables: [{}, { option: true }],
  lone: async ({ variables }, use) => {
    const { lone, cleanUp } = await prepareShell(variables);
    await use(lone);
    await cleanUp();
  },
});

export { expect } from '@playwright/test';
