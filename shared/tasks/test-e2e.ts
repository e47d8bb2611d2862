import { reportSteps } from './report-steps';
import { failTask } from '../process/say';
import { browserTests, BUILD, inTurn } from './test-steps';

/**
 * `npm run test:e2e`: the browser tests alone; what stands behind `--` is Playwright's, such as a file's name. With
 * `E2E_URL` on the site that runs there, as it is: nothing is built.
 */
const tests = browserTests(process.argv.slice(3));
inTurn(process.env['E2E_URL'] === undefined ? [BUILD, tests] : [tests]).then(reportSteps, failTask);
