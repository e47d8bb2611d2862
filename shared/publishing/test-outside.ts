import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { interruption } from '../process/interruption';
import { failTask, say } from '../process/say';
import { findNginx } from '../release/testing/put-server';
import { buildSite } from '../tasks/build-site';
import { startProof } from '../tasks/proofs';
import { run } from '../tasks/run-step';
import { packAll } from './pack-all';
import { proveOutside } from './trial/outside';

/** `npm run test:outside`: a real nginx that takes releases, and a team with a repository of its own, with real parts. */
async function testOutside(): Promise<void> {
  const signal = interruption();
  await proveNginx();
  await buildSite(signal);
  await proveOutside(await packAll(), signal);
}

/** What unit tests hold a server in memory to, of a real nginx with the configuration that this project hands out. */
async function proveNginx(): Promise<void> {
  const jest = path.join(repositoryRoot, 'node_modules/jest/bin/jest.js');
  const tests = ['release/http-store', 'release/release-target'];
  const environment = { NGINX: findNginx() };
  const { ok } = await run([jest, '--selectProjects', 'shared', '--', ...tests], environment, 'shown');
  if (!ok) throw new Error('Releases to nginx do not work; the tests that show it stand above');
  say('A real nginx takes releases');
}

const record = startProof('test:outside');
testOutside().then(() => {
  record();
  process.exit(0);
}, failTask);
