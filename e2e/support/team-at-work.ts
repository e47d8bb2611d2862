import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { copySources } from '@vidlunnia/scripts/stack';
import { directoryTarget, originFolder, readHistory, readPointer } from '@vidlunnia/remote-kit/release';
import { remotes } from '@vidlunnia/remote-kit/environment/topology';
import { Command, repository } from './command';
import { startSite, type Site } from './site';
import { test as base } from './test';

/** The blog's team in its working tree, a copy of this one, before a running site that has its releases. */
export interface TeamAtWork {
  readonly site: Site;
  /** Runs a line as in its terminal, to the end. */
  run(line: string): Promise<{ readonly code: string; readonly text: string }>;
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
  // What git does not know, a release does not remember as checked.
  await cp(path.join(repository, '.gitignore'), path.join(tree, '.gitignore'));
  execFileSync('git', ['init', '--quiet'], { cwd: tree });
  const target = directoryTarget(originFolder(remotes.blog, site.environment));
  const commands: Command[] = [];
  const team: TeamAtWork = {
    site,
    run: async (line) => {
      // Without the colours that Playwright asks programs for.
      const command = new Command(['sh', '-c', line], { ...site.environment, FORCE_COLOR: undefined }, tree);
      commands.push(command);
      const code = await command.ended;
      await command.printed;
      return { code, text: command.lines.join('\n') };
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

export const test = base.extend<{ readonly team: TeamAtWork }>({
  team: [
    async ({}, use) => {
      const { team, leave } = await startTeam();
      await use(team);
      await leave();
    },
    { timeout: 300_000 },
  ],
});

export { expect } from '@playwright/test';
