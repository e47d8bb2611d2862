import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { messageOf } from '@vidlunnia/settings/machine';
import { remoteList, type Remote } from '@vidlunnia/settings/topology';
import { findTestBrowser } from '../process/find-browser';
import { Cleanup } from '../process/task';
import type { BuiltRelease } from '../release/publish';
import { completedBy } from '../release/front';
import { absentTeam, knownTeam } from '../release/keys';
import type { ObjectStore } from '@vidlunnia/releases/versioned-store';
import type { Team } from '../release/team';
import { NOT_CHECKED, timed, type Gate, type GateOptions } from '../release/release';
import {
  buildWorkingShell,
  comesWhole,
  makeCandidateOrigin,
  makeGoldenApi,
  startGateShell,
  type GateShell,
} from './gate-shell';
import { nameSources } from './name-sources';
import { compare, lookAround, PAGES, type Picture, type Sight } from './look-around';
import { writeReport } from './report';

/** Limits for pages with all their data. The shell itself waits 2 s for the data of an island. */
const WHOLE_DEADLINE_MS = { live: 30_000, fresh: 10_000 };
/** Findings in the error message; the report has all. */
const MAX_LINES = 12;
const LOCAL = { port: 0, host: '127.0.0.1' };

/** The parts of a team that the gate needs. */
interface GateTeam extends Pick<Team, 'remote' | 'environment' | 'site' | 'say'> {
  readonly target: Pick<ObjectStore, 'read'>;
}

/**
 * Starts a shell with the live releases and looks at its golden pages, before it gets the new release. Sections of
 * teams whose key is unknown here are from the running site, and the browser renders them. Rejects when a browser is
 * required and there is none.
 */
export async function openGate(team: GateTeam, { inBrowser, signal }: GateOptions): Promise<Gate> {
  const { remote, environment, target, site, say } = team;
  const executablePath = inBrowser ? browserHere() : null;
  const others = remoteList.filter(({ name }) => name !== remote.name);
  const entries = await Promise.all(others.map((other) => knownTeam(other, environment)));
  const known = others.filter((_, index) => entries[index]);
  const unknown = others.filter((_, index) => !entries[index]);
  const cleanup = new Cleanup();
  try {
    const golden = makeGoldenApi();
    cleanup.defer(() => golden.close());
    const candidate = makeCandidateOrigin(target);
    cleanup.defer(() => candidate.server.close());
    const [api, origin] = await Promise.all([golden.listen(LOCAL), candidate.server.listen(LOCAL)]);
    const listed = others.map((other, index) => entries[index] ?? absentTeam(other));
    const own = { name: remote.name, origin, publicKeys: [candidate.publicKey], zones: [...remote.zones] };
    await buildWorkingShell(signal);
    const shell = await startGateShell(api, [...listed, own], signal, cleanup);
    const url = unknown.length === 0 ? shell.url : await completed(shell.url, team, cleanup);
    const lookAtPages = async (live?: readonly Sight[]) => {
      const deadline = WHOLE_DEADLINE_MS[live ? 'fresh' : 'live'];
      for (const page of unknown.length === 0 ? PAGES : [])
        if (!(await comesWhole(url + page, deadline, signal)))
          throw new Error(
            live
              ? `${remote.name}’s load on ${page} is too slow: visitors get the page without its data`
              : `The live page ${page} lacks data here, so nothing can be compared with it: try again`,
          );
      return lookAround(url, remote.name, { executablePath: executablePath ?? '', signal, live });
    };
    // A shell without any release has no page to compare with.
    const isNew = known.length === 0 && (await target.read(ORIGIN_FILES.pointer)) === null;
    let live: readonly Sight[] | undefined;
    if (executablePath !== null && !isNew) {
      await untilOthersAreLive(shell, known);
      if (unknown.length > 0)
        say(`With ${unknown.map(({ folder }) => folder).join(', ')} as ${site.url} has them`);
      await timed('Live pages', say, async () => {
        live = await lookAtPages();
        return 'seen';
      });
    }
    return {
      renderTest: async (built) => {
        candidate.offer(built);
        await shell.untilLive([remote.name], built.release.version);
      },
      compareInBrowser: async (built) => {
        if (!live) return false;
        const { findings, pictures } = compare(live, await lookAtPages(live));
        if (findings.length > 0) await refuse(built, remote, findings, pictures);
        return true;
      },
      close: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Address of the shell's pages in which the browser loads sections that the shell does not know from the running site. */
async function completed(shell: string, { site, say }: GateTeam, cleanup: Cleanup): Promise<string> {
  const front = completedBy(shell, site.url, say).listen(LOCAL.port, LOCAL.host);
  cleanup.defer(() => {
    front.close();
    front.closeAllConnections();
  });
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  return `http://${LOCAL.host}:${String(port)}`;
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

/** Resolves when the shell has the live releases of other teams. */
async function untilOthersAreLive(shell: GateShell, others: readonly Remote[]): Promise<void> {
  try {
    await shell.untilLive(others.map(({ name }) => name));
  } catch (cause) {
    const variables = others.map(({ originVariable }) => originVariable).join(' and ');
    throw new Error(
      `The new release cannot be seen alongside what is live: ${messageOf(cause)}. Set ${variables} to the teams’ origins, start the site, or release with --without-browser`,
      { cause },
    );
  }
}

/** Rejects with the findings, after writing their report. */
async function refuse(
  built: BuiltRelease,
  { directory }: Team['remote'],
  findings: readonly string[],
  pictures: readonly Picture[],
): Promise<void> {
  const lines = (await nameSources(findings.join('\n'), built)).split('\n');
  const { version } = built.release;
  const report = await writeReport(path.join(directory, 'dist/.gate', version), lines, pictures);
  const more = lines.length - MAX_LINES;
  throw new Error(
    [
      `In a browser ${version} harms the site; nothing was published:`,
      ...lines.slice(0, MAX_LINES),
      ...(more > 0 ? [`and ${String(more)} lines more`] : []),
      `Report, with pictures: ${report}`,
    ].join('\n'),
  );
}
