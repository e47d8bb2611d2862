import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { interruption } from '../process/interruption';
import { runNode } from '../process/run-node';
import { buildSite } from './build-site';

/** Builds what is stale, then runs a program of the repository on it, with the arguments of the command. */
export async function runOnBuild(program: string): Promise<void> {
  const interrupted = interruption();
  await buildSite(interrupted);
  const { code } = await runNode(
    ['--import', 'tsx', path.join(repositoryRoot, program), ...process.argv.slice(3)],
    { cwd: repositoryRoot, env: { NODE_ENV: 'production' }, output: 'shown', signal: interrupted },
  );
  process.exitCode = code ?? 1;
}
