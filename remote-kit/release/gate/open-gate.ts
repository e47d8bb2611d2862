import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findTestBrowser } from '../../environment/find-browser';
import { getter } from '../../environment/read-settings';
import { repositoryRoot } from '../../environment/repository';
import { originOf } from '../../environment/settings';
import { isRemoteName, remoteList, type Remote } from '../../environment/topology';
import { Cleanup } from '../../process/cleanup';
import { messageOf } from '../../process/errors';
import { runNode } from '../../process/run-program';
import type { BuiltRelease } from '../built-release';
import { knownTeam } from '../known-team';
import type { ListedRemote } from '../remote-list';
import type { Team } from '../team';
import { NOT_CHECKED, WITHOUT_BROWSER, type Gate, type GateOptions } from './gate';
import { buildStaleShell, comesWhole, startGateShell, type GateShell } from './gate-shell';
import { nameSources } from './name-sources';
import { PAGES, toEnvironment, type ProjectOptions } from './options';
import { makeCandidateOrigin, makeGoldenApi } from './servers';

/** Milliseconds for pages with all of their data. Those with the new release may lack some for good, which is found. */
const WHOLE_DEADLINE = { live: 30_000, fresh: 5_000 };
/** Milliseconds for all views: more than a busy machine takes, less than people wait for. */
const BROWSER_DEADLINE = 300_000;
/** Lines of a refusal that somebody reads; the report has all. */
const MOST_LINES = 12;
const LOCAL = { port: 0, host: '127.0.0.1' };

/**
 * Starts what renders golden pages with a new release beside the live others. Rejects when no key of another team is
 * known, and when there is no browser, but one is wanted.
 */
export async function openGate(
  { remote, environment }: Pick<Team, 'remote' | 'environment'>,
  { inBrowser, signal }: GateOptions,
): Promise<Gate> {
  const executablePath = inBrowser ? browserHere() : null;
  const known = await knownTeams(remote, environment, inBrowser);
  const others = known.filter(({ name }) => name !== remote.name);
  const own = known.find(({ name }) => name === remote.name);
  const cleanup = new Cleanup();
  try {
    const golden = makeGoldenApi();
    const candidate = makeCandidateOrigin(originOf(remote, getter(environment)));
    for (const server of [golden, candidate.server]) cleanup.defer(() => server.close());
    const api = await golden.listen(LOCAL);
    const next: ListedRemote = {
      name: remote.name,
      origin: await candidate.server.listen(LOCAL),
      publicKeys: [candidate.publicKey, ...(own?.publicKeys ?? [])],
      zones: [...remote.zones],
    };
    await buildStaleShell(signal);
    const fresh = await startGateShell(api, [...others, next], { signal, cleanup });
    const live = executablePath === null ? null : await startGateShell(api, known, { signal, cleanup });
    // Only then it is offered the new release: what is live is the one before.
    await Promise.all([fresh.up, live?.up]);
    return {
      renderTest: async (built) => {
        candidate.offer(built);
        await fresh.untilLive([remote.name], built.release.version);
      },
      compareInBrowser: async (built) => {
        if (!live || executablePath === null) throw new Error('The gate was opened without a browser');
        await untilWhole(live, fresh, remote, signal);
        const options = { remote: remote.name, live: live.url, fresh: fresh.url, executablePath };
        return compare(options, remote, built, signal);
      },
      close: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
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

/** Teams that a shell can show. Rejects when no key is known of one that it would not start without. */
async function knownTeams(
  own: Remote,
  environment: Team['environment'],
  inBrowser: boolean,
): Promise<ListedRemote[]> {
  const teams = isRemoteName(own.name) ? remoteList : [...remoteList, own];
  const known = await Promise.all(teams.map((team) => knownTeam(team, environment)));
  // The new release has a key of its own; of what is live only a comparison needs the team's.
  const isNeeded = ({ name }: Remote) => (name === own.name ? inBrowser && isRemoteName(name) : true);
  const unknown = teams.filter((team, index) => !known[index] && isNeeded(team));
  if (unknown.length === 0) return known.filter((team) => team !== null);
  const folders = unknown.map(({ folder }) => folder).join(', ');
  const variables = unknown.map(({ publicKeyVariable }) => publicKeyVariable).join(', ');
  throw new Error(`The new release cannot be seen beside what is live of ${folders}: set ${variables}`);
}

/** Resolves when the pages of both shells have what other teams have live, and their data. */
async function untilWhole(
  live: GateShell,
  fresh: GateShell,
  own: Remote,
  signal: AbortSignal,
): Promise<void> {
  const others = remoteList.filter(({ name }) => name !== own.name);
  try {
    for (const each of [live, fresh]) await each.untilLive(others.map(({ name }) => name));
  } catch (cause) {
    const variables = others.map(({ originVariable }) => originVariable).join(' and ');
    throw new Error(
      `The new release cannot be seen beside what is live: ${messageOf(cause)}. Set ${variables} to the teams’ origins, start the site, or release with ${WITHOUT_BROWSER}`,
      { cause },
    );
  }
  const pages = Object.values(PAGES);
  await Promise.all(pages.map((page) => comesWhole(fresh.url + page, WHOLE_DEADLINE.fresh, signal)));
  for (const page of pages)
    if (!(await comesWhole(live.url + page, WHOLE_DEADLINE.live, signal)))
      throw new Error(`The live page ${page} lacks data here, so nothing can be compared with it: try again`);
}

/** Runs the Playwright project. Resolves to what it found; rejects with all that is wrong. */
async function compare(
  options: Omit<ProjectOptions, 'report'>,
  { directory }: Remote,
  built: BuiltRelease,
  signal: AbortSignal,
): Promise<string> {
  const { version } = built.release;
  const report = path.join(directory, 'dist/.gate', version);
  await rm(report, { recursive: true, force: true });
  const config = path.join(__dirname, 'playwright.config.ts');
  const { code, output } = await runNode(
    [require.resolve('@playwright/test/cli'), 'test', '--config', config],
    {
      cwd: repositoryRoot,
      env: toEnvironment({ ...options, report }),
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
