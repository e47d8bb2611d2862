import { failTask, say } from '@vidlunnia/remote-kit/process/say';
import { formatTable } from '@vidlunnia/remote-kit/release/table';
import { examine } from './examine';

/** `npm run doctor`: what is right here, what to look at, what to fix. Fails when something is wrong. */
async function doctor(): Promise<void> {
  const findings = await examine(process.env);
  for (const line of formatTable(findings)) say(line);
  if (findings.some(([state]) => state === 'wrong')) process.exitCode = 1;
}

doctor().catch(failTask);
