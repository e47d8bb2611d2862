import { once } from 'node:events';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';
import { api, shell, workspaces } from '@vidlunnia/remote-kit/environment/topology';
import { devRemote } from '@vidlunnia/remote-kit/dev/dev-remote';
import { checkTypes, problemsOf } from '@vidlunnia/remote-kit/dev/problems';
import { startChild } from '@vidlunnia/remote-kit/process/child';
import { Cleanup } from '@vidlunnia/remote-kit/process/cleanup';
import { interruption } from '@vidlunnia/remote-kit/process/interruption';
import { failTask, say } from '@vidlunnia/remote-kit/process/say';
import { devShell } from './dev/dev-shell';
import { TYPES_OF_ALL } from './dev/types-of-all';

const interrupted = interruption();

/** `run.mjs scripts/dev-part.ts FOLDER`: one part of the site at work, in its container or beside others (dev-site.ts). */
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
  const remote = workspaces.find(({ folder }) => folder === part);
  if (remote) return devRemote(remote, process.env, cleanup);
  if (part === shell.folder) return devShell(process.env, cleanup);
  if (part === api.folder) cleanup.defer(devApi());
  else if (part === TYPES) cleanup.defer(devTypes());
  else throw new Error(`“${part}” is no part of the site`);
}

const TYPES = 'types';

/** The API at work: a change of its code or content gives it a new process. */
function devApi(): () => Promise<void> {
  const args = [require.resolve('tsx/cli'), 'watch', '--clear-screen=false'];
  const child = startChild({
    name: api.folder,
    cwd: path.join(repositoryRoot, api.folder),
    args: [...args, '--include', 'content/**/*', 'src/main.ts'],
    env: process.env,
    onLine: say,
  });
  return () => child.stop();
}

function devTypes(): () => Promise<void> {
  return checkTypes({ ...TYPES_OF_ALL, tell: problemsOf(TYPES, process.env), signal: interrupted });
}

devPart(process.argv[2]).then(
  () => process.exit(0),
  (error: unknown) => (interrupted.aborted ? process.exit(0) : failTask(error)),
);
