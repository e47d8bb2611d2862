import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { buildShell } from '../../build/build-shell';
import { getter } from '../../environment/read-settings';
import { portOf, SETTINGS } from '../../environment/settings';
import { loadConfig, type Configure } from '../../build/load-config';
import { repositoryRoot } from '../../environment/repository';
import { runWebpack } from '../../build/run-webpack';
import { sourceVersion } from '../../build/source-version';
import { remoteList, shell } from '../../environment/topology';
import { ensureKey } from '../../release/keys';
import { freePorts } from '../ports';
import { againAndAgain } from './again-and-again';
import { changes } from './changes';
import { problemsOf } from './problems';
import { doorTo } from './door';
import { Inputs } from './inputs';
import { serverChild } from './server-child';

/** The shell at work: every change is built, and its process takes its place again behind a door that stays open. */
export async function devShell(signal: AbortSignal): Promise<void> {
  const inputs = new Inputs();
  const configure = inputs.of(loadConfig(shell.folder));
  const { [shell.portVariable]: port = '' } = await freePorts();
  const door = doorTo(Number(port)).listen(portOf(shell), getter(process.env)(SETTINGS.host));
  await once(door, 'listening');
  const place = { HOST: '127.0.0.1', [shell.portVariable]: port };
  const env = { ...process.env, ...(await publicKeys()), ...place };
  const server = serverChild(shell, 'dist/node/main.js', env, signal);

  let isWarm = false;
  const restart = async () => {
    await buildShell(configure, 'development');
    await server.restart();
    if (!isWarm) await warmUp(configure);
    isWarm = true;
  };
  await againAndAgain(
    restart,
    (name) => inputs.has(name) || SERVER_INPUTS.test(name),
    changes(signal),
    problemsOf(shell.folder),
  );
  await server.stop();
}

/** What the server is bundled from; webpack reports the rest. */
const SERVER_INPUTS = /^(shell\/server|shared\/(build|contracts|http|release))\/(?!.*\.test\.tsx?$)/;

/**
 * The first build of a process takes seconds, and only a build reports its inputs. The last start's may still be fresh:
 * then this one is made while somebody looks at the page, before the first change.
 */
async function warmUp(configure: Configure): Promise<void> {
  const output = path.join(repositoryRoot, shell.folder, 'dist/.warm');
  const version = await sourceVersion(shell.folder, 'development');
  await runWebpack(configure({ mode: 'development', version, output }));
  await rm(output, { recursive: true });
}

/** The teams' keys lie in a folder that all share: the shell needs their public halves. */
async function publicKeys(): Promise<Record<string, string>> {
  const keys = remoteList.map(async (remote) => {
    const { publicKey } = await ensureKey(remote, process.env);
    return [remote.publicKeyVariable, publicKey] as const;
  });
  return Object.fromEntries(await Promise.all(keys));
}
