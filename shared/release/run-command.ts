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
