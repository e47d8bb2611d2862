import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../process/repository';
import { failTask, interruption, say } from '../process/task';
import { helped, rejectUnknownOptions } from '@vidlunnia/settings/arguments';
import { teamHere, type Team } from './team';

/** A team's command; rejects with a message for the user. */
export type Command = (team: Team, args: readonly string[], signal: AbortSignal) => Promise<void>;

/** Runs a command in the team's folder; the exit code is 1 when it rejects. */
export function runCommand(command: Command, args: readonly string[] = process.argv.slice(2)): void {
  const signal = interruption();
  const run = async () => {
    await command(teamHere(process.env, say), args, signal);
  };
  run().catch((error: unknown) => failTask(signal.aborted ? signal.reason : error));
}

/** Commands by name. Each is loaded on use. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>;

/** The arguments and the purpose of each command. */
const USAGES: Readonly<Record<string, readonly [takes: string, does: string]>> = {
  build: ['', 'Builds the remote for production, into dist.'],
  dev: [
    '--against URL [--port PORT]',
    'Serves the pages of a running site with the sections of this repository as they are now; nothing is released.',
  ],
  keys: ['', 'Makes the team’s key, or shows the one that is there, with the line that the shell needs.'],
  promote: ['VERSION', 'Makes a candidate live: the same bytes, in seconds.'],
  publish: ['', 'Publishes what is built already.'],
  release: [
    '[--dry-run] [--no-site] [--without-browser] [--json] [--candidate [--for 3d]]',
    'Checks, builds, signs and publishes the remote, and waits until visitors get it. A candidate is seen by link only.',
  ],
  releases: ['', 'Lists the releases and candidates of the remote, and which one is live.'],
  rollback: ['[VERSION]', 'Goes back to VERSION, by default to the previous release.'],
  start: ['', 'Serves what is released to a folder of this machine.'],
};

function usageOf(name: string): string {
  const [takes = '', does = ''] = USAGES[name] ?? [];
  return `npm run ${name}${takes && ` -- ${takes}`}\n${does}`;
}

/** Runs the command that the first argument names, with the other arguments and the settings of `.env`. */
export async function runNamed(commands: Commands, [name = '', ...args]: readonly string[]): Promise<void> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name === '--help') return void helped(Object.keys(commands).map(usageOf).join('\n\n'), [name]);
  if (!load) throw new Error(`There is no command “${name}”; there are ${Object.keys(commands).join(', ')}`);
  if (helped(usageOf(name), args)) return;
  if (USAGES[name]?.[0] === '' && args.length > 0)
    throw new Error(`${name} takes no arguments, such as “${args.join(' ')}”\n${usageOf(name)}`);
  rejectUnknownOptions(usageOf(name), args);
  // The same file as `npm start`; variables that are already set take precedence.
  const file = path.join(repositoryRoot(), '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  runCommand(await load(), args);
}
