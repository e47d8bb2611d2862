import { interruption } from '../../process/interruption';
import { failTask, say } from '../../process/say';
import { teamHere, type Team } from '../team';

/**
 * Runs a team's command with the arguments that follow `--`; what stands in its way is told in a sentence. Its exit
 * code is 1 then.
 */
export function runCommand(
  command: (team: Team, args: readonly string[], signal: AbortSignal) => Promise<void>,
): void {
  const signal = interruption();
  const run = async () => {
    await command(teamHere(process.env, say, signal), process.argv.slice(2), signal);
  };
  run().catch((error: unknown) => failTask(signal.aborted ? signal.reason : error));
}
