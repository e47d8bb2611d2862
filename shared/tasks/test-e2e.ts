import { reportSteps } from './report-steps';
import { failTask } from '../process/say';
import { browserTests, BUILD, inTurn } from './test-steps';

/** `npm run test:e2e`: the browser tests alone; what stands behind `--` is Playwright's, such as a file's name. */
inTurn([BUILD, browserTests(process.argv.slice(3))]).then(reportSteps, failTask);
