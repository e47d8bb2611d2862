import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { findTestBrowser } from '../../process/find-browser';
import { repositoryRoot } from '../../process/repository';
import { type Remote, remoteList, type RemotePackage } from '@vidlunnia/settings/topology';
import { Cleanup } from '../../process/task';
import { messageOf } from '@vidlunnia/settings/errors';
import { runNode } from '../../process/run';
import type { BuiltRelease } from '../built-release';
import { completedBy } from '../front';
import { absentTeam, knownTeam } from '../known-team';
import type { ReleaseTarget } from '../release-target';
import type { Team } from '../team';
import { NOT_CHECKED, WITHOUT_BROWSER, type Gate, type GateOptions } from './gate';
import { buildStaleShell, comesWhole, startGateShell, type GateShell } from './gate-shell';
import { nameSources } from './name-sources';
import { PAGES, toEnvironment, type ProjectOptions } from './options';
import { makeCandidateOrigin, makeGoldenApi, type CandidateOrigin } from './servers';

/** Milliseconds for pages with all their data. Pages with the new release may never get some, which is a finding. */
const WHOLE_DEADLINE = { live: 30_000, fresh: 5_000 };
/** Milliseconds for all views: more than a busy machine needs, less than people wait. */
const BROWSER_DEADLINE = 300_000;
/** Findings in the error message; the report has all. */
const MOST_LINES = 12;
const LOCAL = { port: 0, host: '127.0.0.1' };

/** The parts of a team that the gate needs. */
interface GateTeam extends Pick<Team, 'remote' | 'environment' | 'site' | 'say'> {
  readonly target: Pick<ReleaseTarget, 'read'>;
}

/**
 * Starts shells that render golden pages with a new release beside the live others. Sections of teams whose key is
 * unknown here are from the running site, and the browser renders them. Rejects when a browser is required and there is
 * none.
 */
export async function openGate(team: GateTeam, { inBrowser, signal }: GateOptions): Promise<Gate> {
  const { remote, environment, target, site, say } = team;
  const executablePath = inBrowser ? browserHere() : null;
  const others = remoteList.filter(({ name }) => name !== remote.name);
  const known = await Promise.all(others.map((team) => knownTeam(team, environment)));
  const unknown = others.filter((_, index) => !known[index]);
  const listed = others.map((team, index) => known[index] ?? absentTeam(team));
  const cleanup = new Cleanup();
  try {
    const golden = makeGoldenApi();
    cleanup.defer(() => golden.close());
    const api = await golden.listen(LOCAL);
    await buildStaleShell(signal);
    const startShell = async ({ server, publicKey }: CandidateOrigin): Promise<GateShell> => {
      cleanup.defer(() => server.close());
      const origin = await server.listen(LOCAL);
      const own = { name: remote.name, origin, publicKeys: [publicKey], zones: [...remote.zones] };
      const shell = await startGateShell(api, [...listed, own], { signal, cleanup });
      return unknown.length === 0 ? shell : completed(shell, team, cleanup);
    };
    const candidate = makeCandidateOrigin(target);
    const fresh = await startShell(candidate);
    // A shell without any release has no page to compare with.
    const isNew = unknown.length === others.length && (await target.read(ORIGIN_FILES.pointer)) === null;
    const live = executablePath === null || isNew ? null : await startShell(makeCandidateOrigin(target));
    // Only now the origin offers the new release, so that the live shell has the previous one.
    await Promise.all([fresh.up, live?.up]);
    return {
      renderTest: async (built) => {
        candidate.offer(built);
        await fresh.untilLive([remote.name], built.release.version);
      },
      compareInBrowser: async (built) => {
        if (isNew) return false;
        if (!live || executablePath === null) throw new Error('The gate was opened without a browser');
        const expected = others.filter((each) => !unknown.includes(each));
        await untilLive([live, fresh], expected);
        if (unknown.length === 0) await untilWhole(live, fresh, signal);
        else say(`With ${unknown.map(({ folder }) => folder).join(', ')} as ${site.url} has them`);
        const options = { remote: remote.name, live: live.url, fresh: fresh.url, executablePath };
        await compare(options, remote, built, signal);
        return true;
      },
      close: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** The shell's pages, in which the browser loads sections that this shell does not know from the running site. */
async function completed(shell: GateShell, { site, say }: GateTeam, cleanup: Cleanup): Promise<GateShell> {
  const front = completedBy(shell.url, site.url, say).listen(LOCAL.port, LOCAL.host);
  cleanup.defer(() => {
    front.close();
    front.closeAllConnections();
  });
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  return { ...shell, url: `http://${LOCAL.host}:${String(port)}` };
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

/** Resolves when these shells have the live releases of other teams. */
async function untilLive(shells: readonly GateShell[], others: readonly Remote[]): Promise<void> {
  try {
    for (const each of shells) await each.untilLive(others.map(({ name }) => name));
  } catch (cause) {
    const variables = others.map(({ originVariable }) => originVariable).join(' and ');
    throw new Error(
      `The new release cannot be seen beside what is live: ${messageOf(cause)}. Set ${variables} to the teams’ origins, start the site, or release with ${WITHOUT_BROWSER}`,
      { cause },
    );
  }
}

/** Resolves when the pages of both shells have all their data, or those with the new release miss their deadline. */
async function untilWhole(live: GateShell, fresh: GateShell, signal: AbortSignal): Promise<void> {
  const pages = Object.values(PAGES);
  await Promise.all(pages.map((page) => comesWhole(fresh.url + page, WHOLE_DEADLINE.fresh, signal)));
  for (const page of pages)
    if (!(await comesWhole(live.url + page, WHOLE_DEADLINE.live, signal)))
      throw new Error(`The live page ${page} lacks data here, so nothing can be compared with it: try again`);
}

/** Runs the Playwright project. Rejects with all findings. */
async function compare(
  options: Omit<ProjectOptions, 'report'>,
  { directory }: RemotePackage,
  built: BuiltRelease,
  signal: AbortSignal,
): Promise<void> {
  const { version } = built.release;
  const report = path.join(directory, 'dist/.gate', version);
  await rm(report, { recursive: true, force: true });
  const config = path.join(__dirname, `playwright.config${path.extname(__filename)}`);
  const { code, output } = await runNode(
    [require.resolve('@playwright/test/cli'), 'test', '--config', config],
    {
      cwd: repositoryRoot(),
      env: toEnvironment({ ...options, report }),
      output: 'kept',
      signal: AbortSignal.any([signal, AbortSignal.timeout(BROWSER_DEADLINE)]),
    },
  );
  if (code === 0) return;
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
