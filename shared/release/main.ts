import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { failTask } from '../process/say';
import { runCommand, type Command } from './run-command';

/** The teams' commands. Each is loaded when it is wanted: an image has no tools for those that build. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  keys: async () => (await import('./make-or-show-key')).makeOrShowKey,
  publish: async () => (await import('./publish-builds')).publishBuilt,
  release: async () => {
    const [{ release }, { siteTree }] = [await import('./release'), await import('./site-tree')];
    return (team, args, signal) => release(team, args, signal, siteTree(team.remote));
  },
  releases: async () => (await import('./list-releases')).listReleases,
  rollback: async () => (await import('./roll-back')).rollBack,
};

/** `node main.ts COMMAND [ARGUMENTS]`, in the team's folder. */
async function main([name = '', ...args]: readonly string[]): Promise<void> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new Error(`There is no command “${name}”; there are ${Object.keys(COMMANDS).join(', ')}`);
  // As the site that `npm start` runs has it; what is set in the shell goes first.
  const file = path.join(repositoryRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  runCommand(await load(), args);
}

main(process.argv.slice(2)).catch(failTask);
