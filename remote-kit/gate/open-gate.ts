import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { messageOf } from '@vidlunnia/settings/errors';
import { remoteList, type Remote } from '@vidlunnia/settings/topology';
import { findTestBrowser } from '../process/find-browser';
import { repositoryRoot } from '../process/repository';
import { runNode } from '../process/run';
import { Cleanup } from '../process/task';
import type { BuiltRelease } from '../release/built-release';
import { completedBy } from '../release/front';
import { absentTeam, knownTeam } from '../release/known-team';
import type { ObjectStore } from '@vidlunnia/releases/versioned-store';
import type { Team } from '../release/team';
import { NOT_CHECKED, type Gate, type GateOptions } from '../release/working-tree';
import {
  buildWorkingShell,
  comesWhole,
  makeCandidateOrigin,
  makeGoldenApi,
  startGateShell,
  type CandidateOrigin,
  type GateShell,
} from './gate-shell';
import { nameSources } from './name-sources';
import { PAGES, toEnvironment } from './playwright.config';

/** Limits for pages with all their data. The shell itself waits 2 s for the data of an island. */
const WHOLE_DEADLINE_MS = { live: 30_000, fresh: 10_000 };
/** Limit for all views: more than a busy machine needs, less than people wait. */
const BROWSER_DEADLINE_MS = 300_000;
/** Findings in the error message; the report has all. */
const MAX_LINES = 12;
const LOCAL = { port: 0, host: '127.0.0.1' };

/** The parts of a team that the gate needs. */
interface GateTeam extends Pick<Team, 'remote' | 'environment' | 'site' | 'say'> {
  readonly target: Pick<ObjectStore, 'read'>;
}

/**
 * Starts shells that render golden pages with a new release alongside the live others. Sections of teams whose key is
 * unknown here are from the running site, and the browser renders them. Rejects when a browser is required and there is
 * none.
 */
export async function openGate(team: GateTeam, { inBrowser, signal }: GateOptions): Promise<Gate> {
  const { remote, environment, target, site, say } = team;
  const executablePath = inBrowser ? browserHere() : null;
  const others = remoteList.filter(({ name }) => name !== remote.name);
  const known = await Promise.all(others.map((other) => knownTeam(other, environment)));
  const unknown = others.filter((_, index) => !known[index]);
  const listed = others.map((other, index) => known[index] ?? absentTeam(other));
  const cleanup = new Cleanup();
  try {
    const golden = makeGoldenApi();
    cleanup.defer(() => golden.close());
    const api = await golden.listen(LOCAL);
    await buildWorkingShell(signal);
    const startShell = async ({ server, publicKey }: CandidateOrigin): Promise<GateShell> => {
      cleanup.defer(() => server.close());
      const origin = await server.listen(LOCAL);
      const own = { name: remote.name, origin, publicKeys: [publicKey], zones: [...remote.zones] };
      const shell = await startGateShell(api, [...listed, own], signal, cleanup);
      return unknown.length === 0 ? shell : completed(shell, team, cleanup);
    };
    // A shell without any release has no page to compare with.
    const isNew = unknown.length === others.length && (await target.read(ORIGIN_FILES.pointer)) === null;
    const candidate = makeCandidateOrigin(target);
    // The origin offers the new release later, so that the live shell has the previous one.
    const [fresh, live] = await Promise.all([
      startShell(candidate),
      executablePath === null || isNew ? null : startShell(makeCandidateOrigin(target)),
    ]);
    return {
      renderTest: async (built) => {
        candidate.offer(built);
        await fresh.untilLive([remote.name], built.release.version);
      },
      compareInBrowser: async (built) => {
        if (isNew) return false;
        if (!live || executablePath === null) throw new Error('The gate was opened without a browser');
        await untilOthersAreLive(
          [live, fresh],
          others.filter((each) => !unknown.includes(each)),
        );
        if (unknown.length === 0) await untilWhole(live, fresh, remote, signal);
        else say(`With ${unknown.map(({ folder }) => folder).join(', ')} as ${site.url} has them`);
        const report = path.join(remote.directory, 'dist/.gate', built.release.version);
        const options = { remote: remote.name, live: live.url, fresh: fresh.url, executablePath, report };
        await compare(options, built, signal);
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
      `${messageOf(cause)}\nWithout one these are not checked: ${NOT_CHECKED}. Release with --without-browser if that is what you want`,
      { cause },
    );
  }
}

/** Resolves when these shells have the live releases of other teams. */
async function untilOthersAreLive(shells: readonly GateShell[], others: readonly Remote[]): Promise<void> {
  try {
    for (const each of shells) await each.untilLive(others.map(({ name }) => name));
  } catch (cause) {
    const variables = others.map(({ originVariable }) => originVariable).join(' and ');
    throw new Error(
      `The new release cannot be seen alongside what is live: ${messageOf(cause)}. Set ${variables} to the teams’ origins, start the site, or release with --without-browser`,
      { cause },
    );
  }
}

/** Rejects when a page with the new release does not get all its data, although the live one does. */
async function untilWhole(
  live: GateShell,
  fresh: GateShell,
  { name }: Remote,
  signal: AbortSignal,
): Promise<void> {
  for (const page of Object.values(PAGES)) {
    if (!(await comesWhole(live.url + page, WHOLE_DEADLINE_MS.live, signal)))
      throw new Error(`The live page ${page} lacks data here, so nothing can be compared with it: try again`);
    if (!(await comesWhole(fresh.url + page, WHOLE_DEADLINE_MS.fresh, signal)))
      throw new Error(`${name}’s load on ${page} is too slow: visitors get the page without its data`);
  }
}

/** Runs the Playwright project. Rejects with all findings. */
async function compare(
  options: Parameters<typeof toEnvironment>[0],
  built: BuiltRelease,
  signal: AbortSignal,
): Promise<void> {
  await rm(options.report, { recursive: true, force: true });
  const config = path.join(__dirname, `playwright.config${path.extname(__filename)}`);
  const { code, output } = await runNode(
    [require.resolve('@playwright/test/cli'), 'test', '--config', config],
    {
      cwd: repositoryRoot(),
      env: toEnvironment(options),
      output: 'kept',
      signal: AbortSignal.any([signal, AbortSignal.timeout(BROWSER_DEADLINE_MS)]),
    },
  );
  if (code === 0) return;
  const lines = (await nameSources(output.trim(), built)).split('\n');
  const more = lines.length - MAX_LINES;
  throw new Error(
    [
      `In a browser ${built.release.version} harms the site; nothing was published:`,
      ...lines.slice(0, MAX_LINES),
      ...(more > 0 ? [`and ${String(more)} lines more`] : []),
      `Report, with pictures: ${path.join(options.report, 'html/index.html')}`,
    ].join('\n'),
  );
}
