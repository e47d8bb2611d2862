import path from 'node:path';
import { findTestBrowser } from '../shared/environment/find-browser';
import { repositoryRoot } from '../shared/environment/repository';
import { interruption } from '../shared/process/interruption';
import { runNode } from '../shared/process/run-node';
import { failTask } from '../shared/process/say';
import { startProof } from '../shared/tasks/proofs';

/** `npm run test:documents`: what the documents for a first day tell people to do, done in a copy of the tree. */
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
