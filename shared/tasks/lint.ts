import { failTask } from '../process/say';
import { reportSteps } from './report-steps';
import { format, inTurn, rules, UNUSED } from './test-steps';

/** `npm run lint`: what `npm test` checks in sources, but for types. */
inTurn([rules(), UNUSED, format()]).then(reportSteps).catch(failTask);
