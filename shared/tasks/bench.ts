import { spawn } from 'node:child_process';
import path from 'node:path';
import { repositoryRoot } from '../build/repository';
import { buildSite } from './build-site';
import { findBrowser } from './find-browser';
import { interruption } from './interruption';
import { failTask } from './say';

const interrupted = interruption();

/** `npm run bench`: the site's figures, measured on its production builds. */
async function bench(): Promise<void> {
  await buildSite(interrupted);
  const program = path.join(repositoryRoot, 'bench/main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(3)], {
    cwd: repositoryRoot,
    env: { ...process.env, NODE_ENV: 'production', CHROMIUM_PATH: findBrowser() },
    stdio: 'inherit',
  });
  interrupted.addEventListener('abort', () => child.kill('SIGTERM'));
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

bench().catch(failTask);
