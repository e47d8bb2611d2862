import { buildSite } from './build-site';
import { summary } from './results';
import { failTask, say } from './say';
import { runPlaywright } from './test-steps';

/** `npm run test:e2e`: the browser tests alone. */
buildSite()
  .then(runPlaywright)
  .then((results) => {
    say(`\n${summary(results)}`);
    process.exitCode = results.failed === 0 ? 0 : 1;
  }, failTask);
