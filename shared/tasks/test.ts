import { failTask } from '../process/say';
import { reportSteps } from './report-steps';
import { browserTests, BUILD, format, inTurn, rules, TYPES, unitTests, UNUSED } from './test-steps';

/**
 * `npm test`: everything that can be checked, whatever fails on the way. Browser tests often wait for processes and
 * pages: all that needs no build runs beside them. Types come before them, since a release checks types too and goes on
 * from what is checked.
 */
async function test(): Promise<void> {
  const lanes = await Promise.all([
    inTurn([TYPES, BUILD, browserTests()]),
    inTurn([rules(), UNUSED, format(), unitTests()]),
  ]);
  reportSteps(lanes.flat());
}

test().catch(failTask);
