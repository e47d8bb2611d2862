import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  directoryTarget,
  originFolder,
  readHistory,
  readPointer,
  type ReleaseTarget,
} from '@vidlunnia/shared/release';
import { remotes } from '@vidlunnia/shared/topology';
import { Command, repository } from './command';
import { copySources } from './copied-sources';
import { startSite, type Site } from './site';
import { test as base } from './test';

/** The blog's team in its working tree, before a running site that has its releases. */
export interface TeamAtWork {
  readonly site: Site;
  /** Its working tree: a copy of this one. */
  readonly tree: string;
  /** What it has published. */
  readonly target: ReleaseTarget;
  /** Starts a command in the working tree, with the site's variables and these. */
  start(command: readonly [string, ...string[]], variables?: NodeJS.ProcessEnv): Command;
  /** Runs one of its scripts, with what follows `--`, to the end. */
  run(
    script: string,
    args?: readonly string[],
    variables?: NodeJS.ProcessEnv,
  ): Promise<{ readonly code: string; readonly text: string }>;
  /** Gives the section's lead another text, and so the working tree another version. */
  changeText(text: string): Promise<void>;
  /** HTML of the home page. */
  readHomePage(): Promise<string>;
  /** Version that the pointer names. */
  current(): Promise<string>;
  /** Every version that was released or gone back to, in order. */
  versions(): Promise<string[]>;
}

const COPY = 'mfe-blog/src/copy/copy.ts';

async function startTeam(): Promise<{ readonly team: TeamAtWork; readonly leave: () => Promise<void> }> {
  const [site, tree] = await Promise.all([startSite(), copySources()]);
  // What the compiler has found already is known in the copy too: a release there takes seconds, as in any other.
  await cp(path.join(repository, '.cache/types'), path.join(tree, '.cache/types'), { recursive: true }).catch(
    () => undefined,
  );
  const target = directoryTarget(originFolder(remotes.blog, site.environment));
  const commands: Command[] = [];
  const start: TeamAtWork['start'] = (command, variables = {}) => {
    const started = new Command(command, { ...site.environment, ...variables }, tree);
    commands.push(started);
    return started;
  };
  const team: TeamAtWork = {
    site,
    tree,
    target,
    start,
    run: async (script, args = [], variables) => {
      const command = start(['npm', 'run', script, '-w', 'mfe-blog', '--', ...args], variables);
      return { code: await command.ended, text: command.lines.join('\n') };
    },
    changeText: async (text) => {
      const file = path.join(tree, COPY);
      const source = await readFile(file, 'utf8');
      await writeFile(file, source.replace(/('blog\.lead':\s+)'.*'/, `$1'${text}'`));
    },
    readHomePage: async () => (await fetch(site.url)).text(),
    current: async () => (await readPointer(target)) ?? '',
    versions: async () => (await readHistory(target)).map(({ version }) => version),
  };
  return {
    team,
    leave: async () => {
      for (const command of commands) command.cleanUp();
      await site.stop();
      await rm(tree, { recursive: true, force: true });
    },
  };
}

interface WorkerFixtures {
  /** Tests of a file share it: each makes its own change and asks for nothing that another one has left. */
  readonly team: TeamAtWork;
}

export const test = base.extend<object, WorkerFixtures>({
  team: [
    async ({}, use) => {
      const { team, leave } = await startTeam();
      await use(team);
      await leave();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect } from '@playwright/test';
