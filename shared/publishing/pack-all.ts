import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { runNode } from '../process/run-node';
import { pack, packGenerator } from './pack';
import { PUBLISHED } from './published';

/** Makes every package in `.cache/packages`, with types as they are now. Resolves to their folders. */
export async function packAll(): Promise<string[]> {
  const tsc = path.join(repositoryRoot, 'node_modules/typescript-7/bin/tsc');
  const { code, output } = await runNode([tsc, '-b', 'shared'], { cwd: repositoryRoot, output: 'kept' });
  if (code !== 0) throw new Error(`The types of shared are not right:\n${output}`);
  const folders: string[] = [];
  for (const pkg of PUBLISHED) folders.push(await pack(pkg));
  return [...folders, await packGenerator()];
}
