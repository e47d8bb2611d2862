import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findTestBrowser } from '../../environment/find-browser';
import { getter } from '../../environment/read-settings';
import { repositoryRoot } from '../../environment/repository';
import { originOf, publicKeysOf } from '../../environment/settings';
import { remoteList, type Remote } from '../../environment/topology';
import type { BuiltRelease } from '../built-release';
import { messageOf } from '../../process/errors';
import { readKey } from '../keys';
import type { ListedRemote } from '../remote-list';
import type { Team } from '../team';
import { startCandidateOrigin, type CandidateOrigin } from './candidate-origin';
import { runNode } from '../../process/run-program';
import { toEnvironment } from './gate-options';
import { NOT_CHECKED, WITHOUT_BROWSER, type Gate, type GateOptions } from './gate';
import { buildStaleShell, openGateShell, type GateShell } from './gate-shell';
import { startGoldenApi } from './golden-api-server';
import { nameSources } from './name-sources';
import { PAGES } from './pages';
import { comesWhole } from './whole-page';

/** Milliseconds for pages with all of their data. Those with the new release may lack some for good, which is found. */
const WHOLE_DEADLINE = { live: 30_000, fresh: 5_000 };
/** Milliseconds for all views: more than a busy machine takes, less than people wait for. */
const BROWSER_DEADLINE = 300_000;
/** Lines of a refusal that somebody reads; the report has all. */
const MOST_LINES = 12;

/** What the gate works with: shells with the new release and without it. */
interface Stage {
  readonly candidate: CandidateOrigin;
  readonly fresh: GateShell;
  readonly live: GateShell | null;
  /** Of the browser that compares them, if one does. */
  readonly executablePath: string | null;
  readonly signal: AbortSignal;
}

/**
 * Starts what renders golden pages with a new release beside the live others: the builder of the release need not wait
 * for it. Throws when there is no browser, but one is wanted.
 */
export function openGate(
  { remote, environment }: Pick<Team, 'remote' | 'environment'>,
  { inBrowser, signal }: GateOptions,
): Gate {
  const executablePath = inBrowser ? browserHere() : null;
  const closers: (() => Promise<unknown>)[] = [];
  const keep = async <Value>(started: Promise<Value>, close: (value: Value) => Promise<unknown>) => {
    closers.push(() => started.then(close, () => undefined));
    return started;
  };

  const start = async (): Promise<Stage> => {
    const [golden, candidate, teams] = await Promise.all([
      keep(startGoldenApi(), (server) => server.stop()),
      keep(startCandidateOrigin(originOf(remote, getter(environment))), (server) => server.stop()),
      knownTeams(remote, environment),
      buildStaleShell(signal),
    ]);
    const others = teams.filter(({ name }) => name !== remote.name);
    assertKnown(inBrowser ? remoteList : remoteList.filter(({ name }) => name !== remote.name), teams);
    const own = teams.filter(({ name }) => name === remote.name);
    const publicKeys = [candidate.publicKey, ...own.flatMap((each) => each.publicKeys)];
    const next = { name: remote.name, origin: candidate.origin, publicKeys, zones: [...remote.zones] };
    const startShell = (release: readonly ListedRemote[]) =>
      keep(openGateShell(golden.origin, [...others, ...release], signal), (each) => each.stop());
    const [fresh, live] = await Promise.all([
      startShell([next]),
      executablePath === null ? null : startShell(own),
    ]);
    return { candidate, fresh, live, executablePath, signal };
  };
  const stage = start();
  // Whoever checks hears of it.
  stage.catch(() => undefined);
  return {
    renderTest: async (built) => {
      const { candidate, fresh } = await stage;
      candidate.offer(built);
      await fresh.untilLive(remote.name, built.release.version);
    },
    compareInBrowser: async (built) => compareInBrowser(await stage, remote, built),
    close: async () => {
      await stage.catch(() => undefined);
      await Promise.all(closers.map((close) => close()));
    },
  };
}

function browserHere(): string {
  try {
    return findTestBrowser();
  } catch (cause) {
    throw new Error(
      `${messageOf(cause)}\nWithout one it is not checked: ${NOT_CHECKED}. Release with ${WITHOUT_BROWSER} if that is what you want`,
      { cause },
    );
  }
}

async function compareInBrowser(
  { fresh, live, executablePath, signal }: Stage,
  remote: Remote,
  built: BuiltRelease,
): Promise<string> {
  if (!live || executablePath === null) throw new Error('The gate was opened without a browser');
  await Promise.all([live, fresh].map((each) => untilOthers(each, remote)));
  await pagesWithout(fresh, WHOLE_DEADLINE.fresh, signal);
  const [lacking] = await pagesWithout(live, WHOLE_DEADLINE.live, signal);
  if (lacking !== undefined)
    throw new Error(
      `The live page ${lacking} lacks data here, so nothing can be compared with it: try again`,
    );
  const { version } = built.release;
  const report = path.join(repositoryRoot, remote.folder, 'dist/.gate', version);
  await rm(report, { recursive: true, force: true });
  const { code, output } = await runNode(
    [
      require.resolve('@playwright/test/cli'),
      'test',
      '--config',
      path.join(__dirname, 'playwright.config.ts'),
    ],
    {
      cwd: repositoryRoot,
      env: toEnvironment({ remote: remote.name, live: live.url, fresh: fresh.url, report, executablePath }),
      output: 'kept',
      signal: AbortSignal.any([signal, AbortSignal.timeout(BROWSER_DEADLINE)]),
    },
  );
  if (code === 0) return 'nothing else changed';
  const lines = (await nameSources(output.trim(), built)).split('\n');
  const more = lines.length - MOST_LINES;
  throw new Error(
    [
      `In a browser ${version} harms the site; nothing was published:`,
      ...lines.slice(0, MOST_LINES),
      ...(more > 0 ? [`and ${String(more)} lines more`] : []),
      `Report, with pictures: ${path.join(report, 'html/index.html')}`,
    ].join('\n'),
  );
}

/** Pages that do not come with all of their data in time. */
async function pagesWithout({ url }: GateShell, within: number, signal: AbortSignal): Promise<string[]> {
  const pages = Object.values(PAGES);
  const whole = await Promise.all(pages.map((page) => comesWhole(url + page, within, signal)));
  return pages.filter((_, index) => !whole[index]);
}

/** Resolves when a page would have what other teams have live, which the shell may still be ingesting. */
async function untilOthers(shell: GateShell, own: Remote): Promise<void> {
  const others = remoteList.filter(({ name }) => name !== own.name);
  const absent = await shell.untilSettled(others.map(({ name }) => name));
  if (absent.size === 0) return;
  const reasons = others
    .filter(({ name }) => absent.has(name))
    .map(({ name, folder, originVariable }) => {
      return `${folder} (${originVariable}): ${absent.get(name) ?? 'it has no release'}`;
    });
  throw new Error(
    `The new release cannot be seen beside what is live of ${reasons.join('; ')}. Set these variables to the teams’ origins, start the site, or release with ${WITHOUT_BROWSER}`,
  );
}

/** Throws when no key is known of a team: a shell would not start without. */
function assertKnown(needed: readonly Remote[], teams: readonly ListedRemote[]): void {
  const unknown = needed.filter(({ name }) => !teams.some((team) => team.name === name));
  if (unknown.length === 0) return;
  const folders = unknown.map(({ folder }) => folder).join(', ');
  const variables = unknown.map(({ publicKeyVariable }) => publicKeyVariable).join(', ');
  throw new Error(`The new release cannot be seen beside what is live of ${folders}: set ${variables}`);
}

/** Teams whose keys are configured or on this machine, with what visitors' shells read of them. */
async function knownTeams(own: Remote, environment: Team['environment']): Promise<ListedRemote[]> {
  const get = getter(environment);
  const others = remoteList.filter(({ name }) => name !== own.name);
  const teams = [...others, own].map(async (remote) => {
    const configured = publicKeysOf(remote, { get, reject: () => undefined });
    const key = configured.length > 0 ? null : await readKey(remote, environment).catch(() => null);
    const publicKeys = key ? [key.publicKey] : [...configured];
    return { name: remote.name, origin: originOf(remote, get), publicKeys, zones: [...remote.zones] };
  });
  return (await Promise.all(teams)).filter(({ publicKeys }) => publicKeys.length > 0);
}
