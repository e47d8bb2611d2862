import path from 'node:path';
import { runNode } from '../process/run-node';
import { packagesFolder } from './published';

const tool = (file: string) => path.join(packagesFolder, 'node_modules', file);

/** Rejects with what publint or are-the-types-wrong finds in a package. */
export async function checkPackage(folder: string): Promise<void> {
  await run(folder, tool('publint/src/cli.js'), '--strict');
  // Modules for bundlers and for Node that can require them: no form for older tools.
  if (!folder.endsWith('create-vidlunnia-remote'))
    await run(folder, tool('@arethetypeswrong/cli/dist/index.js'), '--pack', '.', '--profile', 'esm-only');
}

async function run(cwd: string, program: string, ...args: readonly string[]): Promise<void> {
  const { code, output } = await runNode([program, ...args], { cwd, output: 'kept' });
  if (code !== 0) throw new Error(`${path.basename(cwd)} is not right:\n${output}`);
}
