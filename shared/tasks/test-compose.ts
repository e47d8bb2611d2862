import { findCompose } from '../deploy/trial/engine';
import { runTrial } from '../deploy/trial/trial';
import { interruption } from './interruption';
import { summary } from './results';
import { failTask, say } from './say';

/** `npm run test:compose`: the production stack, built and run on this machine's Docker engine. */
async function testCompose(): Promise<void> {
  const compose = await findCompose();
  if (typeof compose === 'string') {
    say(`Skipped: ${compose}`);
    return;
  }
  const results = await runTrial(compose, interruption(), say);
  say(`\n${summary(results)}`);
  process.exitCode = results.failed === 0 ? 0 : 1;
}

testCompose().catch(failTask);
