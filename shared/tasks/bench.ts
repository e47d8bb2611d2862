import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { buildSite } from './build-site';
import { findBrowser } from '../environment/find-browser';
import { interruption } from '../process/interruption';
import { runNode } from '../process/run-node';
import { failTask } from '../process/say';

const interrupted = interruption();

/** `npm run bench`: the site's figures, measured on its production builds. */
async function bench(): Promise<void> {
  await buildSite(interrupted);
  const program = path.join(repositoryRoot, 'bench/main.ts');
  const { code } = await runNode(['--import', 'tsx', program, ...process.argv.slice(3)], {
    cwd: repositoryRoot,
    env: { NODE_ENV: 'production', CHROMIUM_PATH: findBrowser() },
    output: 'shown',
    signal: interrupted,
  });
  process.exitCode = code ?? 1;
}

bench().catch(failTask);
