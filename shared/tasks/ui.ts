import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { interruption } from '../process/interruption';
import { runNode } from '../process/run-node';
import { failTask } from '../process/say';

/** `npm run ui`: the page of all components in all their states; with `--build` it is only built. */
async function ui(): Promise<void> {
  const { code } = await runNode(
    ['--import', 'tsx', path.join(repositoryRoot, 'stories/main.ts'), ...process.argv.slice(3)],
    { cwd: repositoryRoot, output: 'shown', signal: interruption() },
  );
  process.exitCode = code ?? 1;
}

ui().catch(failTask);
