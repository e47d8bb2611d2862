import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { api, readTopology, shell, type Remote } from '@vidlunnia/settings/topology';
import { developmentEnvironment, checkTypes, problemsOf } from '@vidlunnia/remote-kit/process/development';
import { logLine, startChild, until, type Child } from '@vidlunnia/remote-kit/process/run';
import { say } from '@vidlunnia/remote-kit/process/task';
import { writeLocalRemoteList } from '@vidlunnia/remote-kit/release/keys';
import { siteOf } from '@vidlunnia/remote-kit/release/team';
import { checkEnvironment } from './check-environment';

/** Milliseconds until the page responds: everything has to be built. */
const DEADLINE = 180_000;
const INTERVAL = 200;

/** `npm run dev`: runs all parts from the working tree. Ends with Ctrl-C and leaves no process running. */
export async function devSite(interrupted: AbortSignal): Promise<void> {
  const place = developmentEnvironment(process.env);
  await checkEnvironment(place);
  const { workspaces, zoneRemotes } = readTopology(repositoryRoot());
  const named = workspaces.filter((remote) => !zoneRemotes.includes(remote));
  const environment = { ...place, ...(await writeLocalRemoteList(zoneRemotes, place, say)) };
  let endTypes: (() => Promise<void>) | undefined;
  const children: Child[] = [];
  const start = (part: string) => {
    const child = startPart(part, environment);
    children.push(child);
    return failsWhenEnded(child);
  };
  try {
    say('Building and starting all parts…');
    const unasked = [api, shell, ...workspaces].map(({ folder }) => start(folder));
    await Promise.race([untilWhole(named, environment, interrupted), ...unasked, once(interrupted, 'abort')]);
    if (!interrupted.aborted) {
      say(`Ready: ${siteOf(environment).url}`);
      // The page does not wait for it.
      endTypes = checkAllTypes(environment, interrupted);
    }
    await Promise.race([once(interrupted, 'abort'), ...unasked]);
  } finally {
    await Promise.all([...children.map((child) => child.stop()), endTypes?.()]);
  }
}

/** Checks the types of all packages after each change. Returns a function that stops it. */
function checkAllTypes(environment: NodeJS.ProcessEnv, interrupted: AbortSignal): () => Promise<void> {
  const { references } = JSON.parse(readFileSync(path.join(repositoryRoot(), 'tsconfig.json'), 'utf8')) as {
    readonly references: readonly { readonly path: string }[];
  };
  return checkTypes({
    args: [path.join(repositoryRoot(), 'node_modules/typescript-7/bin/tsc'), '-b', '--pretty', 'false'],
    cwd: repositoryRoot(),
    folders: references.map((project) => path.join(repositoryRoot(), project.path)),
    tell: problemsOf('types', environment),
    signal: interrupted,
  });
}

/** Resolves when the site has a release of each remote that its pages name, and an API that responds. */
async function untilWhole(
  named: readonly Remote[],
  environment: NodeJS.ProcessEnv,
  interrupted: AbortSignal,
): Promise<void> {
  const site = siteOf(environment);
  const health = new URL('/api/health', site.url).href;
  const missing = async () => {
    const answer = await site.ask();
    if (typeof answer === 'string') return answer;
    const absent = named.filter(({ name }) => !answer.remotes[name]?.live);
    if (absent.length > 0) return `there is no release of ${absent.map(({ folder }) => folder).join(', ')}`;
    const { ok } = await fetch(health, { signal: AbortSignal.timeout(2_000) }).catch(() => ({ ok: false }));
    return ok ? null : `${health} does not answer`;
  };
  await until(missing, { deadlineMs: DEADLINE, intervalMs: INTERVAL, signal: interrupted });
}

const startPart = (part: string, env: NodeJS.ProcessEnv): Child =>
  startChild({
    name: part,
    cwd: repositoryRoot(),
    args: ['--import', 'tsx', path.join(__dirname, 'dev-part.ts'), part],
    env,
    onLine: (line) => {
      say(logLine(part, line));
    },
  });

async function failsWhenEnded({ name, ended }: Child): Promise<never> {
  const how = await ended;
  throw new Error(`${name} has ended (${how}); the rest is stopped`);
}
