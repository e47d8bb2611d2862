import path from 'node:path';
import { buildApi } from '../../build/build-api';
import { buildShell } from '../../build/build-shell';
import { loadConfig } from '../../build/load-config';
import { repositoryRoot } from '../../build/repository';
import { api, remoteList, shell, type Part } from '../../build/topology';
import { ensureKey } from '../../release/keys';
import { startChild, type Child } from '../child';
import { say } from '../say';
import { againAndAgain } from './again-and-again';
import { changes } from './changes';

/** The shell or the API at work: every change is built, and the process takes its place again. */
export async function devServer(part: Part, signal: AbortSignal): Promise<void> {
  const { build, program } = part === shell ? shellAtWork() : apiAtWork;
  const env = { ...process.env, ...(part === shell && (await publicKeys())) };
  const running: { child?: Child } = {};

  const restart = async () => {
    await build();
    await running.child?.stop();
    if (signal.aborted) return;
    running.child = startChild({
      name: part.folder,
      cwd: path.join(repositoryRoot, part.folder),
      args: ['--enable-source-maps', program],
      env,
      onLine: say,
    });
  };
  // Whatever of `shared` the API needs is in `contracts`.
  await againAndAgain([part.folder, part === api ? 'shared/contracts' : 'shared'], restart, changes(signal));
  await running.child?.stop();
}

const apiAtWork = {
  build: async () => void (await buildApi('development')),
  program: 'dist/main.js',
};

function shellAtWork() {
  const configure = loadConfig(shell.folder);
  return {
    build: async () => void (await buildShell(configure, 'development')),
    program: 'dist/node/main.js',
  };
}

/** The teams' keys lie in a folder that all share: the shell needs their public halves. */
async function publicKeys(): Promise<Record<string, string>> {
  const keys = remoteList.map(async (remote) => {
    const { publicKey } = await ensureKey(remote, process.env);
    return [remote.publicKeyVariable, publicKey] as const;
  });
  return Object.fromEntries(await Promise.all(keys));
}
