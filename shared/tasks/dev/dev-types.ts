import path from 'node:path';
import { repositoryRoot } from '../../environment/repository';
import { runNode } from '../../process/run-node';
import { againAndAgain } from './again-and-again';
import { changes } from './changes';
import { problemsOf } from './problems';

const COMPILER = path.join(repositoryRoot, 'node_modules/typescript/bin/tsc');

/** Checks types after every change. Builds do not wait for it, and it leaves the processor to them. */
export async function devTypes(signal: AbortSignal): Promise<void> {
  const check = async () => {
    const args = [COMPILER, '-b', '--pretty', 'false'];
    const { code, output } = await runNode(args, {
      cwd: repositoryRoot,
      output: 'kept',
      yielding: true,
      signal,
    });
    if (code !== 0) throw new Error(output);
  };
  await againAndAgain(check, (name) => /\.tsx?$/.test(name), changes(signal), problemsOf('types'));
}
