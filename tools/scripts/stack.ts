import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contentFolder, contentSources } from '@vidlunnia/content/settings';
import { isTakenBack, publishContent } from '@vidlunnia/content/versions';
import { checkTypes, developmentEnvironment, problemsOf } from '@vidlunnia/remote-kit/process/development';
import { logLine, startChild, until, untilAnswers, type Child } from '@vidlunnia/remote-kit/process/run';
import { say } from '@vidlunnia/remote-kit/process/task';
import { writeLocalRemoteList } from '@vidlunnia/remote-kit/release/keys';
import { publishAllTeams } from '@vidlunnia/remote-kit/release/publish';
import { siteOf } from '@vidlunnia/remote-kit/release/team';
import { ORIGIN_FILES } from '@vidlunnia/releases/release';
import { getter, localOriginOf, localSiteOf, originOf, valueOf } from '@vidlunnia/settings';
import { dataFolder, findFreePorts, repositoryRoot } from '@vidlunnia/settings/machine';
import { api, type Package, readTopology, shell } from '@vidlunnia/settings/topology';
import { buildSite, ORIGIN } from './build/build-site';
import { checkEnvironment } from './check-environment';

/** Limit for a part to respond: a development build, or the first start of an embedded database, on a busy machine. */
const DEADLINE_MS = 180_000;
/** Pause before a package that has ended is restarted; doubled whenever it ends soon after. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** `npm start`: runs the whole site from production builds. Ends with Ctrl-C and leaves no process running. */
export async function start(interrupted: AbortSignal): Promise<void> {
  await checkEnvironment(process.env);
  await buildSite(interrupted);
  const content = contentFolder(process.env);
  // A folder that the environment names has what was published there.
  if (valueOf('CONTENT_DIR', process.env) === undefined) {
    const version = await publishContent(content, contentSources());
    if (await isTakenBack(content, version))
      say('Останню зміну текстів повернули (--back), тож її не викладено; npm run content викладе її знову');
  }
  say('Starting the API, the remotes and the shell…');
  // Each package runs in its own folder: relative paths have to mean the same for all.
  const place = { DATA_DIR: dataFolder(process.env), CONTENT_DIR: content };
  const environment = { LOG_LEVEL: 'warn', ...process.env, ...place };
  await keepServing(await startServing(environment, BUILT, interrupted), interrupted);
}

/** `npm run dev`: runs the whole site from the working tree, and shows every saved change. */
export async function develop(interrupted: AbortSignal): Promise<void> {
  const environment = developmentEnvironment(process.env);
  await checkEnvironment(environment);
  const projects = JSON.parse(readFileSync(path.join(repositoryRoot(), 'tsconfig.json'), 'utf8')) as {
    readonly references: readonly { readonly path: string }[];
  };
  say('Building and starting all parts…');
  const stack = await startServing(environment, DEVELOPED, interrupted);
  // Only now, because the page does not wait for it.
  const endTypes = checkTypes({
    args: [path.join(repositoryRoot(), 'node_modules/typescript-7/bin/tsc'), '-b', '--pretty', 'false'],
    cwd: repositoryRoot(),
    folders: projects.references.map((project) => path.join(repositoryRoot(), project.path)),
    tell: problemsOf('types', environment),
    signal: interrupted,
  });
  try {
    await keepServing(stack, interrupted);
  } finally {
    await endTypes();
  }
}

async function startServing(environment: NodeJS.ProcessEnv, parts: Parts, signal: AbortSignal) {
  const { zoneRemotes } = readTopology(repositoryRoot());
  const list = await writeLocalRemoteList(zoneRemotes, environment, say);
  const onLine = (folder: string, line: string) => {
    say(logLine(folder, line));
  };
  const stack = await startStack({ environment: { ...environment, ...list }, onLine, signal }, parts);
  say(`Ready: ${stack.url}`);
  return stack;
}

/** Restarts what ends, until `interrupted` is aborted; then stops everything. */
async function keepServing(stack: Stack, interrupted: AbortSignal): Promise<void> {
  const over = new AbortController();
  try {
    const end = AbortSignal.any([interrupted, over.signal]);
    const watched = [...stack.children.keys()].map((folder) => keepRunning(folder, stack, end));
    await Promise.race([once(interrupted, 'abort'), ...watched]);
  } finally {
    // Nothing is restarted while the rest is being stopped.
    over.abort();
    await stack.stop();
  }
}

export interface Stack {
  readonly url: string;
  /** Processes by their package's folder. */
  readonly children: ReadonlyMap<string, Child>;
  /** Restarts a package that has ended. */
  restart(folder: string): Promise<void>;
  stop(): Promise<void>;
}

interface StackOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly onLine: (folder: string, line: string) => void;
  /** When aborted during the start, started processes are stopped, no more are started, and `startStack` rejects. */
  readonly signal?: AbortSignal;
}

/** How the packages run. */
interface Parts {
  /** Arguments for Node to run a package's program. */
  readonly programOf: (pkg: Package) => string[];
  /** Prepares the origins; resolves to the teams' keys for the shell. */
  readonly publish: typeof publishAllTeams;
  /** Path that a team's origin answers when it is ready. */
  readonly originPath: string;
  /** Whether the shell starts last. Otherwise it starts with the rest, and takes in each release when that is there. */
  readonly shellWaits: boolean;
}

const BUILT: Parts = {
  programOf: builtProgram,
  publish: publishAllTeams,
  originPath: '/healthz',
  shellWaits: true,
};
const DEVELOPED: Parts = {
  programOf: ({ folder }) => ['--import', 'tsx', path.join(__dirname, 'dev-part.ts'), folder],
  // Each part makes or reads the keys that it needs.
  publish: () => Promise.resolve({}),
  // Its first release is there.
  originPath: `/${ORIGIN_FILES.pointer}`,
  shellWaits: false,
};

/**
 * Publishes the builds to the teams' origins and starts the site: the API, every origin, the shell. Resolves when the
 * page responds. After a rejection, none of its processes runs.
 */
export async function startStack(
  { environment, onLine, signal }: StackOptions,
  { programOf, publish, originPath, shellWaits }: Parts = BUILT,
): Promise<Stack> {
  const { workspaces, packages } = readTopology(repositoryRoot());
  const children = new Map<string, Child>();
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'production', ...environment };
  const get = getter(environment);
  const failed = new AbortController();
  const ended = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);

  const healthOf = (pkg: Package) => {
    if (pkg === api) return `${originOf(api, get)}/api/health`;
    return localOriginOf(pkg, get) + (pkg === shell ? '/healthz' : originPath);
  };
  const start = async (pkg: Package) => {
    ended.throwIfAborted();
    const { folder } = pkg;
    const child = startChild({
      name: folder,
      cwd: path.join(repositoryRoot(), folder),
      args: programOf(pkg),
      env,
      onLine: (line) => {
        onLine(folder, line);
      },
    });
    children.set(folder, child);
    await Promise.race([
      untilAnswers(healthOf(pkg), DEADLINE_MS, ended),
      child.ended.then((how) => {
        throw new Error(`${folder} ended before it was ready (${how}); the reason is above`);
      }),
    ]);
  };
  const startTeams = async () => {
    ended.throwIfAborted();
    Object.assign(env, await publish(env, onLine));
    await Promise.all(workspaces.map(start));
  };
  const stop = async () => {
    await Promise.all([...children.values()].map((child) => child.stop()));
  };

  try {
    const upstream = Promise.all([start(api), startTeams()]);
    if (shellWaits) await upstream;
    await Promise.all([upstream, start(shell)]);
    await untilAnswers(`${localOriginOf(shell, get)}/`, DEADLINE_MS, ended);
    if (!shellWaits)
      await until(() => missingRelease(environment), { deadlineMs: DEADLINE_MS, signal: ended });
    ended.throwIfAborted();
  } catch (error) {
    failed.abort(error);
    await stop();
    // An end caused by Ctrl-C may be reported before Ctrl-C itself.
    signal?.throwIfAborted();
    throw error;
  }
  return {
    url: localSiteOf(get),
    children,
    restart: (folder) => {
      const pkg = packages.find((candidate) => candidate.folder === folder);
      if (!pkg) throw new Error(`${folder} is not a package of the site`);
      return start(pkg);
    },
    stop,
  };
}

/** Why the site's pages are not complete yet; `null` when it has a release of each remote that they name. */
async function missingRelease(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const report = await siteOf(environment).ask();
  if (typeof report === 'string') return report;
  const { workspaces, zoneRemotes } = readTopology(repositoryRoot());
  const absent = workspaces.filter(
    (remote) => !zoneRemotes.includes(remote) && !report.remotes[remote.name]?.live,
  );
  return absent.length === 0
    ? null
    : `there is no release of ${absent.map(({ folder }) => folder).join(', ')}`;
}

/** Variables that give every package a free port. */
export async function freePorts(): Promise<Record<string, string>> {
  const { packages } = readTopology(repositoryRoot());
  const ports = await findFreePorts(packages.length);
  return Object.fromEntries(packages.map((pkg, index) => [pkg.portVariable, String(ports[index])]));
}

/** One helper thread and a small young generation: 60 MB less for the API, and 40 MB for the shell. */
const LEAN = ['--enable-source-maps', '--v8-pool-size=1', '--max-semi-space-size=4'];

function builtProgram(pkg: Package): string[] {
  if (pkg === shell) return [...LEAN, 'dist/node/main.js'];
  if (pkg === api) return [...LEAN, 'dist/main.js'];
  return [path.join(repositoryRoot(), ORIGIN.folder, ORIGIN.program)];
}

/**
 * Restarts a package whenever it ends by itself, until `signal` is aborted. Rejects when the shell ends: without it there
 * is no site.
 */
export async function keepRunning(
  folder: string,
  stack: Pick<Stack, 'children' | 'restart'>,
  signal: AbortSignal,
  wait: (ms: number) => Promise<unknown> = (ms) => pause(ms, undefined, { signal }),
): Promise<void> {
  const isOver = () => signal.aborted;
  for (let ms = FIRST_WAIT_MS; ; ms = Math.min(2 * ms, LONGEST_WAIT_MS)) {
    const started = Date.now();
    const how = String(await stack.children.get(folder)?.ended);
    if (isOver()) return;
    if (folder === shell.folder)
      throw new Error(
        `${folder} has ended (${how}), and no page can be served without it; the rest is stopped`,
      );
    if (Date.now() - started > LONGEST_WAIT_MS) ms = FIRST_WAIT_MS;
    say(
      `${folder} has ended (${how}); the site continues without it, and restarts it in ${String(ms / 1_000)} s`,
    );
    await wait(ms).catch(() => undefined);
    if (isOver()) return;
    // A package that ends before it is ready is reported above.
    await stack.restart(folder).catch(() => undefined);
  }
}
