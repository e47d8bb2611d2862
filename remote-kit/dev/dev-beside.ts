import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { dataFolder } from '../environment/places';
import { repositoryRoot } from '../environment/repository';
import { api, isRemoteName, remoteList, shell, type Remote } from '../environment/topology';
import { startChild } from '../process/child';
import { logLine } from '../process/log-line';
import { untilAnswers } from '../process/until';
import { freePort } from '../release/gate/local-server';
import { readKey } from '../release/keys';
import { listWorkspaces } from '../release/list-workspaces';
import { packageScript } from '../release/working-tree';
import { makeKeyPair } from '../release/signature';
import { siteOf } from '../release/site';
import type { Say } from '../release/team';
import { checkTypes } from './check-types';
import { devRemote } from './dev-remote';
import { developmentEnvironment } from './environment';
import { completedBy } from './front';
import { problemsOf } from './problems';

/** Milliseconds until the page is there. */
const DEADLINE = 120_000;
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1';

interface Options {
  readonly environment: NodeJS.ProcessEnv;
  /** Where the page is; a port of the system's choice when absent. */
  readonly port?: number | undefined;
  readonly say: Say;
  readonly signal: AbortSignal;
}

/**
 * One remote at work: a shell of this machine shows its releases, one of every save. All else is that of the running site
 * at `SITE_URL`: its data, and the other teams' sections, which the browser loads where their origins and keys are not
 * known here. Resolves when `signal` is aborted; nothing runs any more then.
 */
export async function devBeside(remote: Remote, options: Options): Promise<void> {
  const { say, signal } = options;
  const running = siteOf(options.environment);
  const answer = await running.ask();
  if (typeof answer === 'string')
    throw new Error(
      `${answer}\nEverything but ${remote.folder} is that of a running site; -- --against URL names one`,
    );
  const [originPort, shellPort, port] = [
    await freePort(),
    await freePort(),
    options.port ?? (await freePort()),
  ];
  const url = `http://localhost:${String(port)}`;
  const common = developmentEnvironment(options.environment);
  const place = {
    ...common,
    DATA_DIR: path.join(dataFolder(common), remote.folder),
    [remote.portVariable]: String(originPort),
    [remote.originVariable]: `http://127.0.0.1:${String(originPort)}`,
    [api.originVariable]: new URL(running.url).origin,
    // The operator's list is the running site's.
    REMOTES_FILE: undefined,
  };
  const environment = {
    ...place,
    ...(await knownTeams(place)),
    ...(isRemoteName(remote.name) ? {} : await listWorkspaces(place, say, [remote])),
    [shell.portVariable]: String(shellPort),
    SITE_URL: url,
  };
  const endRemote = await devRemote(remote, environment);
  const child = startChild({
    name: shell.folder,
    cwd: repositoryRoot,
    args: ['--enable-source-maps', shellProgram()],
    env: environment,
    onLine: (line) => {
      say(logLine(shell.folder, line));
    },
  });
  const own = `http://127.0.0.1:${String(shellPort)}`;
  const front = completedBy(own, running.url, say);
  const endTypes = checkTypes({
    ...packageScript(remote, 'typecheck'),
    folders: [path.join(remote.directory, 'src')],
    tell: problemsOf('types', environment),
    signal,
  });
  const failed = child.ended.then((how) => {
    throw new Error(`The shell has ended (${how})`);
  });
  try {
    front.listen(port, '127.0.0.1');
    await once(front, 'listening', { signal });
    await Promise.race([untilAnswers(`${own}/healthz`, DEADLINE, signal), failed]);
    say(`Ready: ${url}, beside ${running.url}`);
    await Promise.race([once(signal, 'abort'), failed]);
  } finally {
    front.close();
    front.closeAllConnections();
    await Promise.all([child.stop(), endRemote(), endTypes()]);
  }
}

/** The program of the built shell: in its repository that of `npm run build -w shell`, elsewhere that of its package. */
function shellProgram(): string {
  const manifest = require.resolve('@vidlunnia/shell/package.json', { paths: [repositoryRoot] });
  const program = path.join(path.dirname(manifest), 'dist/node/main.js');
  if (!existsSync(program)) throw new Error('The shell is not built: npm run build -w shell');
  return program;
}

/** The shell wants a key of every team. One that is not known here is nowhere to be found. */
async function knownTeams(environment: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const teams = remoteList.map(async (remote) => {
    if (environment[remote.publicKeyVariable] !== undefined) return [];
    const key = await readKey(remote, environment).catch(() => null);
    if (key) return [[remote.publicKeyVariable, key.publicKey]];
    return [
      [remote.publicKeyVariable, makeKeyPair().publicKey],
      [remote.originVariable, NOWHERE],
    ];
  });
  return Object.fromEntries((await Promise.all(teams)).flat()) as Record<string, string>;
}
