import type { ReleaseReport } from '@vidlunnia/contracts/release-report';
import { publishedManifest, readHistory, readPointer, sizeOf, type History } from './history';
import { kilobytes } from './build-checks';
import { readCandidates } from './retention';
import { formatTable } from './table';
import type { ReleaseTarget } from './release-target';
import type { Team } from './team';

const HEADINGS = ['version', 'since (UTC)', 'by', 'commit', 'author', 'message', 'size', 'state'];

/** `npm run releases`: candidates, then every version that was released, with their states, the newest first. */
export async function listReleases({ remote, target, site, say }: Team): Promise<void> {
  const [history, current, answer] = [await readHistory(target), await readPointer(target), await site.ask()];
  const candidates = await listCandidates(target, history);
  if (history.length + candidates.length === 0) {
    say(`${remote.folder} has released nothing yet`);
    return;
  }
  const state = (version: string) =>
    stateOf(version, current, typeof answer === 'string' ? undefined : answer.remotes[remote.name]);
  const rows = [...candidates, ...latestOfEach(history)].map(
    ({ version, at, kind, commit, provenance, bytes, until }) => [
      version,
      utc(at),
      kind,
      commit ? commit.slice(0, 8) + (provenance?.difference ? '-dirty' : '') : '—',
      provenance?.author ?? '—',
      provenance?.subject.slice(0, 40) ?? '—',
      kilobytes(bytes),
      until === undefined ? state(version) : `until ${utc(until)}`,
    ],
  );
  for (const line of formatTable([HEADINGS, ...rows])) say(line);
  if (typeof answer === 'string') say(`No site reports what is live: ${answer}`);
}

const utc = (time: string) => time.slice(0, 19).replace('T', ' ');

/** A row of the list; only candidates have an end. */
type Row = Omit<History[number], 'kind'> & { readonly kind: string; readonly until?: string };

/** Candidates that were never released. */
async function listCandidates(target: ReleaseTarget, history: History): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { version, since, until } of await readCandidates(target)) {
    const published = await publishedManifest(target, version);
    if (!published || history.some((entry) => entry.version === version)) continue;
    const bytes = sizeOf(published.release);
    rows.push({ ...published.release, version, at: since, kind: 'candidate', bytes, until });
  }
  return rows;
}

/** The last entry of each version, the newest first. */
function latestOfEach(history: History): readonly Row[] {
  const latest = new Map([...history].map((entry) => [entry.version, entry]));
  return [...history].reverse().filter((entry) => latest.get(entry.version) === entry);
}

function stateOf(
  version: string,
  current: string | null,
  told: ReleaseReport['remotes'][string] | undefined,
): string {
  if (told?.live?.version === version)
    return (version === current ? 'live' : 'live still') + failuresOf(told.live);
  const taken = told?.previous.find((earlier) => earlier.version === version);
  const rejection = told?.rejections.find((rejected) => rejected.version === version);
  // A version that was rejected first may have been ingested later.
  if (rejection && rejection.at > (taken?.since ?? ''))
    return `rejected at ${rejection.step}: ${rejection.reason}`;
  if (version === current) return 'current';
  return taken ? `previous${failuresOf(taken)}` : 'published';
}

/** Failures of a release's islands, reported by visitors' browsers. */
function failuresOf({ failures = {} }: { readonly failures?: Readonly<Record<string, number>> }): string {
  const counts = Object.entries(failures).map(([kind, count]) => `${String(count)} ${kind}`);
  return counts.length > 0 ? `; islands in browsers: ${counts.join(', ')}` : '';
}
