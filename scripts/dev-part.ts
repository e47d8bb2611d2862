import { once } from 'node:events';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { api, readTopology, shell } from '@vidlunnia/settings/topology';
import { devRemote } from '@vidlunnia/remote-kit/dev/dev-remote';
import { startChild } from '@vidlunnia/remote-kit/process/run';
import { Cleanup, failTask, interruption, say } from '@vidlunnia/remote-kit/process/task';
import { devShell } from './dev/dev-shell';

const interrupted = interruption();

/**
 * `node --import tsx scripts/dev-part.ts FOLDER`: runs one part of the site for development, in its container or with the others
 * (dev-site.ts).
 */
async function devPart(part = ''): Promise<void> {
  const cleanup = new Cleanup();
  try {
    await start(part, cleanup);
    if (!interrupted.aborted) await once(interrupted, 'abort');
  } finally {
    await cleanup.run();
  }
}

/** Starts a part; `cleanup` ends it. */
async function start(part: string, cleanup: Cleanup): Promise<void> {
  const remote = readTopology(repositoryRoot()).workspaces.find(({ folder }) => folder === part);
  if (remote) return devRemote(remote, process.env, cleanup);
  if (part === shell.folder) return devShell(process.env, cleanup);
  if (part === api.folder) cleanup.defer(devApi());
  else throw new Error(`“${part}” is not a part of the site`);
}

/** Runs the API for development: a change of its code or content restarts it. */
function devApi(): () => Promise<void> {
  const args = [require.resolve('tsx/cli'), 'watch', '--clear-screen=false'];
  const child = startChild({
    name: api.folder,
    cwd: path.join(repositoryRoot(), api.folder),
    args: [...args, '--include', 'content/**/*', 'src/main.ts'],
    env: process.env,
    onLine: say,
  });
  return () => child.stop();
}

devPart(process.argv[2]).then(
  () => process.exit(0),
  (error: unknown) => (interrupted.aborted ? process.exit(0) : failTask(error)),
);
