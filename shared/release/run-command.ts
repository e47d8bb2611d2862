import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { interruption } from '../process/interruption';
import { failTask, say } from '../process/say';
import { teamHere, type Team } from './team';

/** A team's command; what stands in its way it rejects with, in a sentence. */
export type Command = (team: Team, args: readonly string[], signal: AbortSignal) => Promise<void>;

/** Runs a command in the team's folder; the exit code is 1 when it rejects. */
export function runCommand(command: Command, args: readonly string[] = process.argv.slice(2)): void {
  const signal = interruption();
  const run = async () => {
    await command(teamHere(process.env, say, signal), args, signal);
  };
  run().catch((error: unknown) => failTask(signal.aborted ? signal.reason : error));
}

/** Commands by their names. Each is loaded when it is wanted. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>;

/** Runs the command that the first argument names, with what stands behind it, and with the settings of `.env`. */
export async function runNamed(commands: Commands, [name = '', ...args]: readonly string[]): Promise<void> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) throw new Error(`There is no command “${name}”; there are ${Object.keys(commands).join(', ')}`);
  // As the site that `npm start` runs has it; what is set in the shell goes first.
  const file = path.join(repositoryRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  runCommand(await load(), args);
}
