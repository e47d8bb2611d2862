import { buildSite } from './build-site';
import { addResults, NOTHING, summary } from './results';
import { failTask, say } from './say';
import { checkFormat, checkRules, checkTypes, runJest, runPlaywright } from './test-steps';

/** `npm test`: everything that can be checked, whatever fails on the way; one line of its own at the end. */
async function test(): Promise<void> {
  let total = NOTHING;
  for (const step of [checkTypes, checkRules, checkFormat, runJest, runBrowserTests]) {
    total = addResults(total, await step());
  }
  say(`\n${summary(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

async function runBrowserTests() {
  try {
    await buildSite();
    return await runPlaywright();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return { ...NOTHING, failed: 1 };
  }
}

test().catch(failTask);
