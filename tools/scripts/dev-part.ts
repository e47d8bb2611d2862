import { once } from 'node:events';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { keepWebpack, writeJson } from '@vidlunnia/remote-kit/build/run-webpack';
import { devRemote } from '@vidlunnia/remote-kit/dev/dev';
import { problemsOf, onChange } from '@vidlunnia/remote-kit/process/development';
import { endWithReader } from '@vidlunnia/settings/commands';
import { loadSettings, repositoryRoot } from '@vidlunnia/settings/machine';
import { startChild, type Child } from '@vidlunnia/remote-kit/process/run';
import { Cleanup, endWith, interruption, say } from '@vidlunnia/remote-kit/process/task';
import { ensureKey } from '@vidlunnia/remote-kit/release/keys';
import { api, readTopology, shell } from '@vidlunnia/settings/topology';
import { buildHostServer, createClientManifest, hostConfig } from '@vidlunnia/remote-kit/build/build-host';

const interrupted = interruption();

/**
 * `node --import tsx tools/scripts/dev-part.ts FOLDER`: runs one part of the site for development, in its container or
 * with the others (stack.ts).
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

/** Runs the shell for development: builds and restarts it after every change; `cleanup` ends it. */
async function devShell(environment: NodeJS.ProcessEnv, cleanup: Cleanup): Promise<void> {
  const folder = path.join(repositoryRoot(), '.cache/development', shell.folder);
  const dist = path.join(folder, 'dist');
  await mkdir(dist, { recursive: true });
  const icons = path.join(folder, 'public');
  await rm(icons, { force: true });
  await symlink(path.join(repositoryRoot(), shell.folder, 'public'), icons, 'junction');
  const env = { ...environment, ...(await publicKeys(environment)) };
  let server: Child | undefined;
  cleanup.defer(() => server?.stop());
  const build = keepWebpack(hostConfig({ mode: 'development', version: 'development', output: dist }));
  const restart = async () => {
    const [client] = await build();
    if (!client) return;
    await writeJson(path.join(dist, 'client.json'), createClientManifest(client, 'development'));
    await buildHostServer(dist);
    await server?.stop();
    const args = ['--enable-source-maps', path.join(dist, 'node/main.js')];
    server = startChild({ name: shell.folder, cwd: repositoryRoot(), args, env, onLine: say });
  };
  const sources = [shell.folder, 'shared', 'platform'].map((place) => path.join(repositoryRoot(), place));
  cleanup.defer(onChange(sources, restart, problemsOf(shell.folder, environment)).stop);
}

/** The teams' keys are in a shared folder: the shell needs their public halves. */
async function publicKeys(environment: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const keys = readTopology(repositoryRoot()).workspaces.map(async (remote) => {
    const { publicKey } = await ensureKey(remote, environment);
    return [remote.publicKeyVariable, publicKey] as const;
  });
  return Object.fromEntries(await Promise.all(keys));
}

loadSettings();
process.stdout.on('error', endWithReader);
void endWith(devPart(process.argv[2]), interrupted);
