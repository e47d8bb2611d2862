import { summary } from './results';
import { failTask, say } from './say';
import { runJest } from './test-steps';

/** `npm run test:unit`: what needs no browser. */
runJest().then((results) => {
  say(`\n${summary(results)}`);
  process.exitCode = results.failed === 0 ? 0 : 1;
}, failTask);
