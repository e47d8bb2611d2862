import { addResults, NOTHING, summary, timeTable, type Ended } from './results';
import { say } from '../process/say';

/** Prints each step's wall time and the counts of all, the latter alone on the last line; fails when a step has. */
export function reportSteps(steps: readonly Ended[]): void {
  const total = steps.reduce((sum, { results }) => addResults(sum, results), NOTHING);
  say(`\n${timeTable(steps)}\nAll steps: ${process.uptime().toFixed(1)} s\n`);
  say(summary(total));
  process.exitCode = total.failed === 0 ? 0 : 1;
}
