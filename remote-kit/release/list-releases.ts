import type { ReleaseReport, Visits } from '@vidlunnia/contracts/release';
import { publishedManifest, releasesAt, type History } from './publish';
import type { Team } from './team';

const HEADINGS = ['version', 'since (UTC)', 'by', 'commit', 'author', 'message', 'size', 'state'];

/** `npm run releases`: every version that the team has released with its state, the newest first; then candidates. */
export async function listReleases({ remote, target, site, say }: Team): Promise<void> {
  const releases = releasesAt(target);
  const [history, current, answer] = [await releases.history(), await releases.current(), await site.ask()];
  const candidates = await releases.candidates();
  if (history.length + candidates.length === 0) {
    say(`${remote.folder} has no releases yet`);
    return;
  }
  const state = (version: string) =>
    stateOf(version, current, typeof answer === 'string' ? undefined : answer.remotes[remote.name]);
  const rows = latestOfEach(history).map(({ version, at, kind, commit, provenance, bytes }) => [
    version,
    utc(at),
    kind,
    commit ? commit.slice(0, 8) + (provenance?.difference ? '-dirty' : '') : '—',
    provenance?.author ?? '—',
    provenance?.subject.slice(0, 40) ?? '—',
    `${(bytes / 1000).toFixed(1)} kB`,
    state(version),
  ]);
  for (const line of formatTable([HEADINGS, ...rows])) say(line);
  for (const { version, until } of candidates) {
    if (history.some((entry) => entry.version === version)) continue;
    const commit = (await publishedManifest(target, version))?.release.commit?.slice(0, 8) ?? '—';
    say(`${version}  candidate of commit ${commit} until ${utc(until)}`);
  }
  if (typeof answer === 'string') say(`No site reports live releases: ${answer}`);
}

const utc = (time: string) => time.slice(0, 19).replace('T', ' ');

/** The last entry of each version, the newest first. */
function latestOfEach(history: History): History {
  const latest = new Map([...history].map((entry) => [entry.version, entry]));
  return [...history].reverse().filter((entry) => latest.get(entry.version) === entry);
}

function stateOf(
  version: string,
  current: string | null,
  reported: ReleaseReport['remotes'][string] | undefined,
): string {
  if (reported?.live?.version === version)
    return (version === current ? 'live' : 'still live') + failuresOf(reported.live);
  const earlier = reported?.previous.find((earlier) => earlier.version === version);
  const rejection = reported?.rejections.find((rejected) => rejected.version === version);
  // A version that was rejected first may have been ingested later.
  if (rejection && rejection.at > (earlier?.since ?? ''))
    return `rejected at ${rejection.step}: ${rejection.reason}`;
  if (version === current) return 'current';
  return earlier ? `previous${failuresOf(earlier)}` : 'published';
}

/** What visitors of a release met. */
function failuresOf({ visits }: { readonly visits?: Visits }): string {
  return visits ? `; ${String(visits.failing)} of ${String(visits.visitors)} visitors met a failure` : '';
}

/** Lines of a table with columns as wide as their widest cell, except the last. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
