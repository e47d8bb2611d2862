import { findCompose } from './engine';
import { runTrial, TRIAL_NAMES } from './trial';
import { interruption } from '../../process/interruption';
import { startProof } from '../../tasks/proofs';
import { addResults, NOTHING, summary } from '../../tasks/results';
import { failTask, say } from '../../process/say';

/** `npm run test:compose`: both stacks, or the one that is named, run on this machine's Docker engine. */
async function testCompose([only]: readonly string[]): Promise<void> {
  const names = TRIAL_NAMES.filter((name) => only === undefined || name === only);
  if (names.length === 0) throw new Error(`“${String(only)}” is none of ${TRIAL_NAMES.join(', ')}`);
  const compose = await findCompose();
  if (typeof compose === 'string') {
    say(`Not tried: ${compose}\n${summary(NOTHING)}`);
    return;
  }
  const signal = interruption();
  let total = NOTHING;
  for (const name of names) {
    const record = startProof('test:compose', [name]);
    const results = await runTrial(name, compose, signal, say);
    if (results.failed === 0) record();
    total = addResults(total, results);
  }
  say(`\n${summary(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

testCompose(process.argv.slice(3)).catch(failTask);
