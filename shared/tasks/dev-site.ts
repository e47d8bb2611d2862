import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dataFolder, keysFolder } from '../environment/places';
import { repositoryRoot } from '../environment/repository';
import {
  api,
  remoteList,
  shell,
  workspaces,
  zoneRemotes,
  type Package,
  type Remote,
} from '../environment/topology';
import { startChild, type Child } from '../process/child';
import { interruption } from '../process/interruption';
import { logLine } from '../process/log-line';
import { secondsSince } from '../process/progress';
import { during, failTask, say } from '../process/say';
import { listWorkspaces } from '../release/list-workspaces';
import { siteOf } from '../release/site';
import { checkEnvironment } from './check-environment';
import { untilWhole } from './dev/until-whole';
import { openWorkspace, workspace } from './dev/workspace';
import { freePorts } from './ports';

/** Milliseconds until the page is there: everything may have to be built. */
const DEADLINE = 120_000;
const TYPES = 'types';

const interrupted = interruption();

/**
 * `npm run dev`: all parts from the working tree, without Docker. `npm run dev -w REMOTE`: that remote, and a shell;
 * everything else is that of a running site (`-- --against URL`). Ends with Ctrl-C and leaves nothing running.
 */
async function devSite(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { against: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  const started = Date.now();
  const place = folder === undefined ? await wholeSite() : await besideSite(remoteAt(folder), values.against);
  const parts = place.parts;
  const listed = await listWorkspaces(place.environment, say);
  const endCopying = await openWorkspace(['shared', ...PACKAGES.map((pkg) => pkg.folder)]);
  const environment = { ...place.environment, ...listed };
  const start = (part: string) => startPart(part, environment);
  const children = parts.map(({ folder }) => start(folder));
  const site = siteOf(place.environment);
  // Those of the operator's list may be anywhere.
  const inZones = zoneRemotes.filter((remote) => listed.REMOTES_FILE !== undefined && parts.includes(remote));
  const awaited = [...remoteList, ...inZones];
  const whole = async () => {
    const missing = await untilWhole(site, DEADLINE, interrupted, undefined, awaited);
    if (missing !== '' && !interrupted.aborted)
      throw new Error(`The site is not whole in ${String(DEADLINE / 1000)} s: ${missing}`);
  };
  try {
    await Promise.race([
      during(() => `Building and starting, ${secondsSince(started)}`, whole()),
      ...children.map(failsWhenEnded),
      once(interrupted, 'abort'),
    ]);
    if (!interrupted.aborted) {
      say(`Ready: ${site.url}`);
      // Nobody waits for it, and it would take the processor from what the page waits for.
      children.push(start(TYPES));
    }
    await Promise.race([once(interrupted, 'abort'), ...children.map(failsWhenEnded)]);
  } finally {
    endCopying();
    await Promise.all(children.map((child) => child.stop()));
  }
}

const PACKAGES: readonly Package[] = [api, ...workspaces, shell];

/** Which parts are at work, and with which variables. */
interface Place {
  readonly parts: readonly Package[];
  readonly environment: NodeJS.ProcessEnv;
}

/** What parts at work run with, whatever they are. Relative paths are those of this tree, not of its copy. */
const common = (): NodeJS.ProcessEnv => ({
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  RELEASE_POLL_MS: '50',
  // Every saved change is a release.
  RELEASE_KEEP_MS: '600000',
  ...process.env,
  NODE_ENV: 'development',
  // What is stored while somebody works is not for the site that `npm start` runs.
  DATA_DIR: path.join(dataFolder(process.env), 'development'),
  KEYS_DIR: keysFolder(process.env),
});

async function wholeSite(): Promise<Place> {
  const environment = common();
  await checkEnvironment(environment);
  return { parts: PACKAGES, environment };
}

/** The remote and a shell get ports of their own: those of the running site are taken. */
async function besideSite(remote: Remote, against: string | undefined): Promise<Place> {
  const running = siteOf(against === undefined ? process.env : { ...process.env, SITE_URL: against });
  const answer = await running.ask();
  if (typeof answer === 'string') {
    throw new Error(
      `${answer}\nEverything but ${remote.folder} is that of a running site: npm start runs one here, -- --against URL names another; npm run dev works on all parts`,
    );
  }
  const free = await freePorts();
  const port = (pkg: Package) => ({ [pkg.portVariable]: free[pkg.portVariable] });
  const environment = {
    ...common(),
    ...port(remote),
    ...port(shell),
    [remote.originVariable]: `http://127.0.0.1:${free[remote.portVariable] ?? ''}`,
    [api.originVariable]: new URL(running.url).origin,
    SITE_URL: `http://localhost:${free[shell.portVariable] ?? ''}`,
  };
  return { parts: [remote, shell], environment };
}

function remoteAt(folder: string): Remote {
  const remote = workspaces.find((each) => each.folder === folder);
  if (remote) return remote;
  const known = workspaces.map((each) => each.folder).join(', ');
  throw new Error(`There is no remote in “${folder}”; there are ${known}`);
}

const startPart = (part: string, environment: NodeJS.ProcessEnv): Child =>
  startChild({
    name: part,
    cwd: workspace,
    args: ['--import', 'tsx', 'shared/tasks/dev-part.ts', part, repositoryRoot],
    env: environment,
    onLine: (line) => {
      // As the editor knows the files.
      say(logLine(part, line.replaceAll(`${workspace}/`, '')));
    },
  });

async function failsWhenEnded({ name, ended }: Child): Promise<never> {
  const how = await ended;
  throw new Error(`${name} has ended (${how}); the rest is stopped`);
}

devSite().then(
  () => process.exit(0),
  (error: unknown) => (interrupted.aborted ? process.exit(0) : failTask(error)),
);
