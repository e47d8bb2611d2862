import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { buildShellServer, shellConfig } from '../build/build-shell';
import { createClientManifest } from '../build/client-manifest';
import { writeJson } from '@vidlunnia/remote-kit/build/json-file';
import { keepWebpack } from '@vidlunnia/remote-kit/build/run-webpack';
import { onChange } from '@vidlunnia/remote-kit/process/on-change';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { remoteList, shell } from '@vidlunnia/settings/topology';
import { problemsOf } from '@vidlunnia/remote-kit/dev/problems';
import { startChild, type Child } from '@vidlunnia/remote-kit/process/run';
import { type Cleanup, say } from '@vidlunnia/remote-kit/process/task';
import { ensureKey } from '@vidlunnia/remote-kit/release/keys';

const VERSION = 'development';

/** Runs the shell for development: builds and restarts it after every change; `cleanup` ends it. */
export async function devShell(environment: NodeJS.ProcessEnv, cleanup: Cleanup): Promise<void> {
  const folder = path.join(repositoryRoot(), '.cache/development', shell.folder);
  const dist = path.join(folder, 'dist');
  await mkdir(dist, { recursive: true });
  const icons = path.join(folder, 'public');
  await rm(icons, { force: true });
  await symlink(path.join(repositoryRoot(), shell.folder, 'public'), icons, 'junction');
  const env = { ...environment, ...(await publicKeys(environment)) };
  let server: Child | undefined;
  cleanup.defer(() => server?.stop());
  const build = keepWebpack(shellConfig({ mode: 'development', version: VERSION, output: dist }));
  const restart = async () => {
    const [client] = await build();
    if (!client) return;
    await writeJson(path.join(dist, 'client.json'), createClientManifest(client, VERSION));
    await buildShellServer(dist);
    await server?.stop();
    const args = ['--enable-source-maps', path.join(dist, 'node/main.js')];
    server = startChild({ name: shell.folder, cwd: repositoryRoot(), args, env, onLine: say });
  };
  const sources = [shell.folder, 'shared'].map((place) => path.join(repositoryRoot(), place));
  cleanup.defer(onChange(sources, restart, problemsOf(shell.folder, environment)).stop);
}

/** The teams' keys are in a shared folder: the shell needs their public halves. */
async function publicKeys(environment: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const keys = remoteList.map(async (remote) => {
    const { publicKey } = await ensureKey(remote, environment);
    return [remote.publicKeyVariable, publicKey] as const;
  });
  return Object.fromEntries(await Promise.all(keys));
}
