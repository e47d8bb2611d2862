import path from 'node:path';
import { findTestBrowser } from '@vidlunnia/remote-kit/environment/find-browser';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';
import { interruption } from '@vidlunnia/remote-kit/process/interruption';
import { runNode } from '@vidlunnia/remote-kit/process/run-program';
import { failTask } from '@vidlunnia/remote-kit/process/say';
import { startProof } from './proofs';

/** `npm run test:documents`: what documents tell developers to do, done in a copy of the tree. */
async function testDocuments(): Promise<void> {
  const playwright = path.join(repositoryRoot, 'node_modules/@playwright/test/cli.js');
  const { code } = await runNode([playwright, 'test', '--config=e2e/documents/playwright.config.ts'], {
    cwd: repositoryRoot,
    env: { CHROMIUM_PATH: findTestBrowser() },
    output: 'shown',
    signal: interruption(),
  });
  process.exitCode = code ?? 1;
}

testDocuments().then(startProof('test:documents'), failTask);
