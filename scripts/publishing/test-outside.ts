import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';
import { NO_SETTINGS } from '@vidlunnia/remote-kit/environment/settings';
import { interruption } from '@vidlunnia/remote-kit/process/interruption';
import { runNode } from '@vidlunnia/remote-kit/process/run-program';
import { failTask, say } from '@vidlunnia/remote-kit/process/say';
import { findNginx } from '@vidlunnia/remote-kit/release/testing/put-server';
import { packAll } from './pack';
import { proveOutside } from './trial/outside';

/** `npm run test:outside`: a real nginx that takes releases, and a team with a repository of its own, with real parts. */
async function testOutside(): Promise<void> {
  const signal = interruption();
  await proveNginx();
  await proveOutside(await packAll(), signal);
}

/** What unit tests hold a server in memory to, of a real nginx with the configuration that this project hands out. */
async function proveNginx(): Promise<void> {
  const jest = path.join(repositoryRoot, 'node_modules/jest/bin/jest.js');
  const tests = ['release/http-target', 'release/release-target'];
  const { code } = await runNode([jest, '--selectProjects', 'remote-kit', '--', ...tests], {
    ...{ cwd: repositoryRoot, env: { ...NO_SETTINGS, NGINX: findNginx() }, output: 'shown' },
  });
  if (code !== 0) throw new Error('Releases to nginx do not work; the tests that show it stand above');
  say('A real nginx takes releases');
}

testOutside().then(() => process.exit(0), failTask);
