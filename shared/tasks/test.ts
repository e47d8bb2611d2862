import { failTask, say } from '../process/say';
import { proofNotes } from './proofs';
import { reportSteps } from './report-steps';
import { browserTests, BUILD, format, inTurn, rules, TYPES, unitTests, UNUSED } from './test-steps';

/**
 * `npm test`: everything that can be checked, whatever fails on the way. What reads sources alone runs beside unit tests:
 * browser tests keep both cores busy by themselves, and are slower by more than what runs beside them takes.
 */
async function test(): Promise<void> {
  const lanes = await Promise.all([
    inTurn([TYPES, rules(), UNUSED, format()]),
    inTurn([unitTests(), BUILD, browserTests()]),
  ]);
  for (const note of proofNotes()) say(note);
  reportSteps(lanes.flat());
}

test().catch(failTask);
