import { once } from 'node:events';
import path from 'node:path';
import { buildShell } from '../../build/build-shell';
import { isFresh } from '../../build/freshness';
import { getter } from '../../environment/read-settings';
import { portOf, SETTINGS } from '../../environment/settings';
import { loadConfig, type Configure } from '../../build/load-config';
import { repositoryRoot } from '../../environment/repository';
import { keptWebpack, type runWebpack } from '../../build/run-webpack';
import { sourceVersion } from '../../build/source-version';
import { remoteList, shell } from '../../environment/topology';
import { ensureKey } from '../../release/keys';
import type { Mode } from '../../build/webpack/build';
import { siteOf } from '../../release/site';
import { freePorts } from '../ports';
import { againAndAgain } from './again-and-again';
import { changes } from './changes';
import { problemsOf } from './problems';
import { doorTo } from './door';
import { Inputs } from './inputs';
import { serverChild } from './server-child';
import { untilWhole } from './until-whole';

/** The shell at work: every change is built, and its process takes its place again behind a door that stays open. */
export async function devShell(signal: AbortSignal, tree?: string): Promise<void> {
  const inputs = new Inputs();
  const configure = unversioned(inputs.of(loadConfig(shell.folder)));
  const { [shell.portVariable]: port = '' } = await freePorts();
  const door = doorTo(Number(port)).listen(portOf(shell), getter(process.env)(SETTINGS.host));
  await once(door, 'listening');
  const place = { HOST: '127.0.0.1', [shell.portVariable]: port };
  const env = { ...process.env, ...(await publicKeys()), ...place };
  const server = serverChild(shell, 'dist/node/main.js', env, signal);

  const webpack = keptWebpack();
  let isWarm = false;
  const restart = async () => {
    await buildShell(configure, 'development', (configs) => {
      isWarm = true;
      return webpack(configs);
    });
    await server.restart();
    if (!isWarm) await warmUp(webpack, configure);
    isWarm = true;
  };
  const production = tree === undefined ? null : productionProgram(tree);
  if (production !== null) {
    await server.restart(production);
    // The page first: the compiler takes seconds of the processor that the others need for it.
    await untilWhole(siteOf(process.env), PATIENCE, signal);
  }
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

/** Milliseconds that the compiler waits for a page that is about to come. */
const PATIENCE = 15_000;

/** The server that `npm run build` made of these sources, unless it is not there or one for development is. */
function productionProgram(tree: string): string | null {
  const isBuilt = (root: string, mode: Mode) =>
    isFresh(path.join(root, shell.folder, 'dist'), sourceVersion(shell.folder, mode, tree));
  if (isBuilt(repositoryRoot, 'development')) return null;
  return isBuilt(tree, 'production') ? path.join(tree, shell.folder, 'dist/node/main.js') : null;
}

/**
 * The first build of a process takes seconds, and only a build reports its inputs. The last start's may still be fresh:
 * then this one makes the same again, while somebody looks at the page, before the first change.
 */
async function warmUp(webpack: typeof runWebpack, configure: Configure): Promise<void> {
  const output = path.join(repositoryRoot, shell.folder, 'dist');
  await webpack(configure({ mode: 'development', version: '', output }));
}

/** One version for all builds, which are never on a page together: so the compiler can be one. */
const unversioned =
  (configure: Configure): Configure =>
  (build) =>
    configure({ ...build, version: 'development' });

/** The teams' keys lie in a folder that all share: the shell needs their public halves. */
async function publicKeys(): Promise<Record<string, string>> {
  const keys = remoteList.map(async (remote) => {
    const { publicKey } = await ensureKey(remote, process.env);
    return [remote.publicKeyVariable, publicKey] as const;
  });
  return Object.fromEntries(await Promise.all(keys));
}
