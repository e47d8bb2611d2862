import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';
import { api, shell, workspaces } from '@vidlunnia/remote-kit/environment/topology';
import { checkTypes } from '@vidlunnia/remote-kit/dev/check-types';
import { devRemote } from '@vidlunnia/remote-kit/dev/dev-remote';
import { problemsOf } from '@vidlunnia/remote-kit/dev/problems';
import { startChild } from '@vidlunnia/remote-kit/process/child';
import { interruption } from '@vidlunnia/remote-kit/process/interruption';
import { failTask, say } from '@vidlunnia/remote-kit/process/say';
import { devShell } from './dev/dev-shell';

const interrupted = interruption();

/** `run.mjs scripts/dev-part.ts FOLDER`: one part of the site at work, in its container or beside others (dev-site.ts). */
async function devPart(part = ''): Promise<void> {
  const end = await start(part);
  if (!interrupted.aborted) await once(interrupted, 'abort');
  await end();
}

/** Resolves to what ends the part. */
async function start(part: string): Promise<() => Promise<void>> {
  if (part === shell.folder) return devShell(process.env);
  if (part === api.folder) return devApi();
  if (part === TYPES) return devTypes();
  const remote = workspaces.find(({ folder }) => folder === part);
  if (remote) return devRemote(remote, process.env);
  throw new Error(`“${part}” is no part of the site`);
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

/** Checks the types of all packages after each change. */
function devTypes(): () => Promise<void> {
  const { references } = JSON.parse(readFileSync(path.join(repositoryRoot, 'tsconfig.json'), 'utf8')) as {
    readonly references: readonly { readonly path: string }[];
  };
  return checkTypes({
    args: [path.join(repositoryRoot, 'node_modules/typescript-7/bin/tsc'), '-b', '--pretty', 'false'],
    cwd: repositoryRoot,
    folders: references.map((project) => path.join(repositoryRoot, project.path)),
    tell: problemsOf(TYPES, process.env),
    signal: interrupted,
  });
}

devPart(process.argv[2]).then(
  () => process.exit(0),
  (error: unknown) => (interrupted.aborted ? process.exit(0) : failTask(error)),
);
