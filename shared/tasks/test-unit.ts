import { reportSteps } from './report-steps';
import { failTask } from '../process/say';
import { inTurn, unitTests } from './test-steps';

/** `npm run test:unit`: what needs no browser; what stands behind `--` is Jest's, such as a file's name. */
inTurn([unitTests(process.argv.slice(3))]).then(reportSteps, failTask);
