import { existsSync } from 'node:fs';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { directoryTarget, originFolder, readHistory, readPointer } from '@vidlunnia/shared/release';
import { remotes } from '@vidlunnia/shared/topology';
import { Command, repository } from './command';
import { copySources } from './copied-sources';
import { startSite, type Site } from './site';
import { test as base } from './test';

/** The blog's team in its working tree, a copy of this one, before a running site that has its releases. */
export interface TeamAtWork {
  readonly site: Site;
  /** Starts a line as in a terminal in the working tree, with the site's variables. */
  start(line: string): Command;
  /** Runs a line as in its terminal, to the end. */
  run(line: string): Promise<{ readonly code: string; readonly text: string }>;
  /** Replaces a text in a file of the working tree, which so gets another version. */
  change(file: string, from: string, to: string): Promise<void>;
  /** HTML of the home page. */
  readHomePage(): Promise<string>;
  /** Version that the pointer names. */
  current(): Promise<string>;
  /** Every version that was released or gone back to, in order. */
  versions(): Promise<string[]>;
}

/** What was made here before, and is not made again in the copy. */
const BUILT = ['.cache/types', 'mfe-blog/dist', 'shell/dist'];

async function startTeam(): Promise<{ readonly team: TeamAtWork; readonly leave: () => Promise<void> }> {
  const [site, tree] = await Promise.all([startSite(), copySources()]);
  for (const folder of BUILT) {
    const from = path.join(repository, folder);
    // Nobody may have checked types here yet.
    if (existsSync(from)) {
      await cp(from, path.join(tree, folder), { recursive: true, preserveTimestamps: true });
    }
  }
  const target = directoryTarget(originFolder(remotes.blog, site.environment));
  const commands: Command[] = [];
  const start = (line: string) => {
    // Without the colours that Playwright asks programs for.
    const started = new Command(['sh', '-c', line], { ...site.environment, FORCE_COLOR: undefined }, tree);
    commands.push(started);
    return started;
  };
  const team: TeamAtWork = {
    site,
    start,
    run: async (line) => {
      const command = start(line);
      const code = await command.ended;
      await command.printed;
      return { code, text: command.lines.join('\n') };
    },
    change: async (file, from, to) => {
      const changed = path.join(tree, file);
      const source = await readFile(changed, 'utf8');
      if (!source.includes(from)) throw new Error(`${file} has no “${from}”`);
      await writeFile(changed, source.replace(from, to));
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
