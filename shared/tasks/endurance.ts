import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { buildSite } from './build-site';
import { interruption } from '../process/interruption';
import { runNode } from '../process/run-node';
import { failTask } from '../process/say';

const interrupted = interruption();

/** `npm run endurance`: processes killed at random moments, and twice the load that can be carried. */
async function endurance(): Promise<void> {
  await buildSite(interrupted);
  const program = path.join(repositoryRoot, 'bench/endurance/main.ts');
  const { code } = await runNode(['--import', 'tsx', program, ...process.argv.slice(3)], {
    cwd: repositoryRoot,
    env: { NODE_ENV: 'production' },
    output: 'shown',
    signal: interrupted,
  });
  process.exitCode = code ?? 1;
}

endurance().catch(failTask);
