import type { ReleaseReport } from '@vidlunnia/releases/release';
import { formatTable } from '@vidlunnia/settings/table';
import { publishedManifest, releasesAt, type History } from './publish';
import type { Team } from './team';

type State = ReleaseReport['remotes'][string];

const HEADINGS = [
  ...['version', 'since (UTC)', 'by', 'commit', 'author', 'message', 'size'],
  ...['visitors', 'failing', 'LCP ms', 'INP ms', 'state'],
];

/** `npm run releases`: every version that the team has released with its state, the newest first; then candidates. */
export async function listReleases({ remote, target, site, say }: Team): Promise<void> {
  const releases = releasesAt(target);
  const [history, current, answer] = [await releases.history(), await releases.current(), await site.ask()];
  const candidates = await releases.candidates();
  if (history.length + candidates.length === 0) {
    say(`${remote.folder} has no releases yet`);
    return;
  }
  const reported = typeof answer === 'string' ? undefined : answer.remotes[remote.name];
  const rows = latestOfEach(history).map(({ version, at, kind, commit, provenance, bytes }) => [
    version,
    utc(at),
    kind,
    commit ? commit.slice(0, 8) + (provenance?.difference ? '-dirty' : '') : '—',
    provenance?.author ?? '—',
    provenance?.subject.slice(0, 24) ?? '—',
    `${(bytes / 1000).toFixed(1)} kB`,
    ...visitsOf(version, reported),
    stateOf(version, current, reported),
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

/** What visitors of a version met. */
function visitsOf(version: string, reported: State | undefined): string[] {
  const releases = [reported?.live, reported?.partial, ...(reported?.previous ?? [])];
  const visits = releases.find((release) => release?.version === version)?.visits;
  const values = [visits?.visitors, visits?.failing, visits?.lcp, visits?.inp];
  return values.map((value) => String(value ?? '—'));
}

function stateOf(version: string, current: string | null, reported: State | undefined): string {
  if (reported?.live?.version === version)
    return version === current || reported.partial ? 'live' : 'still live';
  if (reported?.partial?.version === version) {
    const { visits, rollout } = reported.partial;
    const { percent, until, visitors, undecided } = rollout;
    const part = `${String(percent)} % of visitors`;
    if (undecided)
      return `${part}, undecided: ${String(visits?.visitors ?? 0)} of ${String(visitors)} counted`;
    return `${part} until ${utc(until)}`;
  }
  const earlier = reported?.previous.find((earlier) => earlier.version === version);
  const rejection = reported?.rejections.find((rejected) => rejected.version === version);
  // A version that was rejected first may have been ingested later.
  if (rejection && rejection.at > (earlier?.since ?? ''))
    return `${rejection.step === 'visitors' ? 'withdrawn' : `rejected at ${rejection.step}`}: ${rejection.reason}`;
  if (version === current) return 'current';
  return earlier ? 'previous' : 'published';
}
