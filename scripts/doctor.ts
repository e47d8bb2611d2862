import { failTask, say } from '@vidlunnia/remote-kit/process/task';
import { formatTable } from '@vidlunnia/remote-kit/release/table';
import { examine } from './examine';

/** `npm run doctor`: shows what is right, what to look at, and what to fix. Fails when there is a problem. */
async function doctor(): Promise<void> {
  const findings = await examine(process.env);
  for (const line of formatTable(findings)) say(line);
  if (findings.some(([state]) => state === 'wrong')) process.exitCode = 1;
}

doctor().catch(failTask);
