import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { dataFolder, repositoryRoot, freePort } from '@vidlunnia/settings/machine';
import { shellPackage, Cleanup } from '../process/task';
import { api, isRemoteName, remoteList, type RemotePackage, shell } from '@vidlunnia/settings/topology';
import { logLine, startChild, untilAnswers, packageScript } from '../process/run';
import { ensureKey, absentTeam, knownTeam, writeLocalRemoteList } from '../release/keys';
import { serveCompleted } from '../release/front';
import { siteOf, type Team } from '../release/team';
import { devRemote } from './dev-remote';
import { developmentEnvironment, checkTypes, problemsOf } from '../process/development';

/** Limit for the page to respond. */
const DEADLINE_MS = 120_000;
/** Offset of the page's port from the remote's own. */
const PAGE_PORT = 1_000;

/**
 * `npm run dev -- [--against URL] [--port PORT]`: develops one remote. A local shell shows its releases, one per save.
 * Everything else is from a running site: its data, and other teams' sections, which the browser loads if their origins
 * and keys are unknown here. Resolves when `signal` is aborted; by then, as after a rejection, all its processes have
 * ended. `program` is that of the shell.
 */
export async function dev(
  { remote, environment: given, say }: Pick<Team, 'remote' | 'environment' | 'say'>,
  { against, port = String(remote.port + PAGE_PORT) }: { readonly against?: string; readonly port?: string },
  signal: AbortSignal,
  program = shellProgram(),
): Promise<void> {
  const site = siteOf({ ...given, ...(against && { SITE_URL: against }) });
  const answer = await site.ask();
  if (typeof answer === 'string')
    throw new Error(
      `${answer}\nA running site has to provide everything but ${remote.folder}; -- --against URL names one`,
    );
  const shellPort = String(await freePort());
  const own = `http://127.0.0.1:${shellPort}`;
  const url = `http://localhost:${port}`;
  const environment = {
    ...(await environmentOf(remote, given, site.url, say)),
    [shell.portVariable]: shellPort,
    SITE_URL: url,
  };
  const cleanup = new Cleanup();
  try {
    // So that the shell's first page has the remote's first release.
    await devRemote(remote, environment, cleanup);
    const child = startChild({
      name: shell.folder,
      cwd: repositoryRoot(),
      args: ['--enable-source-maps', program],
      env: environment,
      onLine: (line) => {
        say(logLine(shell.folder, line));
      },
    });
    cleanup.defer(() => child.stop());
    const failed = child.ended.then((how) => {
      throw new Error(`The shell has ended (${how})`);
    });
    failed.catch(() => undefined);
    await Promise.race([untilAnswers(`${own}/healthz`, DEADLINE_MS, signal), failed]);
    await serveCompleted(own, site.url, Number(port), say, cleanup);
    const endTypes = checkTypes({
      ...packageScript(remote.directory, 'typecheck'),
      folders: [path.join(remote.directory, 'src')],
      tell: problemsOf('types', environment),
      signal,
    });
    cleanup.defer(endTypes);
    say(`Ready: ${url}, with everything else from ${site.url}`);
    await Promise.race([once(signal, 'abort'), failed]);
  } finally {
    await cleanup.run();
  }
}

/** Variables of the shell and of the remote's origin. */
async function environmentOf(
  remote: RemotePackage,
  given: Team['environment'],
  running: string,
  say: Team['say'],
): Promise<NodeJS.ProcessEnv> {
  const common = developmentEnvironment(given);
  const port = String(await freePort());
  const place = {
    ...common,
    DATA_DIR: path.join(dataFolder(common), remote.folder),
    [remote.portVariable]: port,
    [remote.originVariable]: `http://127.0.0.1:${port}`,
    [api.originVariable]: new URL(running).origin,
    // The operator's list belongs to the running site.
    REMOTES_FILE: undefined,
  };
  await ensureKey(remote, place);
  const teams = remoteList.map(async (each) => {
    const { origin, publicKeys } = (await knownTeam(each, place)) ?? absentTeam(each);
    return { [each.publicKeyVariable]: publicKeys.join(','), [each.originVariable]: origin };
  });
  const listed = isRemoteName(remote.name) ? {} : await writeLocalRemoteList([remote], place, say);
  return Object.assign({}, place, ...(await Promise.all(teams)), listed) as NodeJS.ProcessEnv;
}

/**
 * The program of the built shell: in its repository, the output of `npm run build -w shell`; elsewhere, that of its
 * package.
 */
function shellProgram(): string {
  const program = path.join(shellPackage() ?? '', 'dist/node/main.js');
  if (!existsSync(program)) throw new Error('The shell is not built: npm run build -w shell');
  return program;
}
