import path from 'node:path';
import { failTask, interruption } from '@vidlunnia/remote-kit/process/task';
import { runNode } from '@vidlunnia/remote-kit/process/run';
import { startProof } from './proofs';
import { buildSite } from './build-site';

/**
 * `run.mjs scripts/program.ts [--on-build] PROGRAM [ARGUMENT…]`: runs a program in its own process, with `--on-build`
 * on production builds of the working tree. A successful run of a proof is recorded.
 */
async function main(args: readonly string[]): Promise<void> {
  const interrupted = interruption();
  const isOnBuild = args[0] === '--on-build';
  const [program = '', ...parameters] = isOnBuild ? args.slice(1) : args;
  const record = startProof(process.env['npm_lifecycle_event'] ?? '', parameters);
  if (isOnBuild) await buildSite(interrupted);
  const { code } = await runNode(['--import', 'tsx', path.resolve(program), ...parameters], {
    cwd: process.cwd(),
    env: isOnBuild ? { NODE_ENV: 'production' } : {},
    output: 'shown',
    signal: interrupted,
  });
  process.exitCode = code ?? 1;
  record();
}

main(process.argv.slice(2)).catch(failTask);
