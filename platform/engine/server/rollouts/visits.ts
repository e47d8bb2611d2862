import { LRUCache } from 'lru-cache';
import { checked } from '@vidlunnia/settings/checked';
import type { Visits as VisitsReport } from '@vidlunnia/releases/release';
import {
  MEASUREMENTS,
  VISITS_PATH,
  VisitsResponseSchema,
  type Measurement,
  type VisitsRequest,
  type VisitsResponse,
} from '@vidlunnia/releases/visits';
import type { ReleaseSet } from '../../page/remotes/release-set';
import type { Sample } from './judge';

/** For the API's response. */
const TIMEOUT_MS = 2_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Counts of addresses in memory; beyond this number, an address may count twice. */
const MAX_REMEMBERED = 200_000;
/** Release sets in memory, for open pages. */
const MAX_SETS = 50;

type Withdrawal = VisitsRequest['withdrawn'][number];
export type Versions = readonly { readonly version: string }[];

/**
 * Counts the visitors and failures of each release. An address counts once a day for each release and kind, so many
 * reports of one visitor change little. The API adds up all hosts' counts; while it is down, counts are lost.
 */
export class Visits {
  // By size, because `max` would reserve memory for all entries at once.
  readonly #counted = new LRUCache<string, true>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: () => 1,
    ttl: DAY_MS,
    perf: Date,
  });
  #counts = new Map<string, VisitsRequest['counts'][number]>();
  /** Times when the counting of a remote restarted, to the minute. */
  readonly #restarted = new Map<string, string>();
  #totals: ReadonlyMap<string, number> | null = null;
  /** Withdrawals that are not sent yet. */
  #unsent: readonly Withdrawal[] = [];
  /** Versions of each release set, by remote. */
  readonly #sets = new LRUCache<string, ReadonlyMap<string, string>>({ max: MAX_SETS });

  constructor(private readonly environment: { readonly apiOrigin: string }) {}

  /** Counts a visitor of a release set. */
  begin(address: string, { id, remotes }: ReleaseSet): void {
    const versions = new Map(Object.entries(remotes).map(([name, { version }]) => [name, version]));
    this.#sets.set(id, versions);
    for (const [remote, version] of versions) this.#count(address, remote, version, 'visitors');
  }

  /** Counts a visitor and a failure when the server could not render an island: the page may never begin a visit. */
  failedOnServer(address: string, remote: string, version: string): void {
    this.#count(address, remote, version, 'visitors');
    this.#count(address, remote, version, 'failing');
  }

  /** Counts a failure that a browser reports, if the release set of its visit has this release. */
  failed(releaseSet: string, address: string, remote: string, version: string): void {
    if (this.#sets.get(releaseSet)?.get(remote) === version) this.#count(address, remote, version, 'failing');
  }

  /** Starts a new counting period now: every address counts again for this remote. */
  startPeriod(remote: string): void {
    this.#restarted.set(remote, slotOf(Date.now(), MINUTE_MS));
  }

  /** Counts a measurement of a page for each release of its set. */
  measured(releaseSet: string, address: string, metric: Measurement, milliseconds: number): void {
    const bounds = MEASUREMENTS[metric];
    const bucket = bounds.findIndex((bound) => milliseconds <= bound);
    const what = `${metric}-${String(bucket < 0 ? bounds.length : bucket)}`;
    for (const [remote, version] of this.#sets.get(releaseSet) ?? [])
      this.#count(address, remote, version, what, metric);
  }

  /** `once` is the deduplication key: an address is counted once a day for each key. */
  #count(address: string, remote: string, version: string, what: string, once = what): void {
    const restarted = this.#restarted.get(remote) ?? '';
    const key = [networkOf(address), remote, version, once, restarted].join(' ');
    if (this.#counted.has(key)) return;
    this.#counted.set(key, true);
    const hour = slotOf(Date.now(), HOUR_MS);
    // The clock may have been ahead at the restart.
    const at = restarted > hour && Date.parse(restarted) <= Date.now() ? restarted : hour;
    const id = [remote, version, at, what].join(' ');
    const count = (this.#counts.get(id)?.count ?? 0) + 1;
    this.#counts.set(id, { remote, version, at, what, count });
  }

  /**
   * Sends new counts and these withdrawals to the API, and reads the sums of these releases over all hosts. Resolves to
   * the withdrawn releases; to none while the API does not respond. Withdrawals are sent again until it does.
   */
  async exchange(
    releases: VisitsRequest['releases'],
    withdrawals: readonly Withdrawal[] = [],
  ): Promise<readonly Withdrawal[]> {
    const withdrawn = [...this.#unsent, ...withdrawals];
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    const answer = await this.#send({ counts, withdrawn, releases });
    const totals = answer?.totals.map(
      (sum) => [keyOf(sum.remote, sum.version, sum.what), sum.count] as const,
    );
    this.#totals = totals ? new Map(totals) : null;
    this.#unsent = answer ? [] : withdrawn;
    return answer?.withdrawn ?? [];
  }

  /** Those of a remote's versions that hosts withdrew; none while the API does not respond. */
  async withdrawnOf(remote: string, versions: Versions): Promise<readonly Withdrawal[]> {
    const since = new Date(Date.now()).toISOString();
    const releases = versions.map(({ version }) => ({ remote, version, since }));
    return (await this.#send({ counts: [], withdrawn: [], releases }))?.withdrawn ?? [];
  }

  async #send(body: VisitsRequest): Promise<VisitsResponse | null> {
    try {
      const response = await fetch(`${this.environment.apiOrigin}${VISITS_PATH}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return checked(VisitsResponseSchema, await response.json(), 'the API’s sums of visits');
    } catch {
      return null;
    }
  }

  /** The visitors of a release, in all hosts; `null` while the API does not respond. */
  sampleOf(remote: string, version: string): Sample | null {
    if (!this.#totals) return null;
    const failing = this.#sumOf(remote, version, 'failing');
    // A visit may begin before the comparison and fail during it. Count such a visitor too.
    return { visitors: Math.max(this.#sumOf(remote, version, 'visitors'), failing), failing };
  }

  reportOf(remote: string, version: string): { readonly visits?: VisitsReport } {
    const sample = this.sampleOf(remote, version);
    const percentile = (metric: Measurement) => {
      const bounds = MEASUREMENTS[metric];
      const counts = [...bounds, null].map((_, bucket) =>
        this.#sumOf(remote, version, `${metric}-${String(bucket)}`),
      );
      const all = counts.reduce((sum, count) => sum + count, 0);
      let below = 0;
      const bucket = counts.findIndex((count) => (below += count) >= all * 0.75);
      // The last bucket has only a lower bound.
      return all === 0 ? null : (bounds[bucket] ?? bounds.at(-1) ?? null);
    };
    return sample ? { visits: { ...sample, lcp: percentile('lcp'), inp: percentile('inp') } } : {};
  }

  #sumOf(remote: string, version: string, what: string): number {
    return this.#totals?.get(keyOf(remote, version, what)) ?? 0;
  }
}

const keyOf = (remote: string, version: string, what: string) => [remote, version, what].join(' ');

/** The start of a time's slot; ISO 8601. */
export const slotOf = (milliseconds: number, slotMs: number): string =>
  new Date(Math.floor(milliseconds / slotMs) * slotMs).toISOString();

/** An IPv4 address, or the IPv6 prefix (/48) that one customer can have. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = ''] = plain.split('::', 1);
  return [...head.split(':'), '0', '0', '0'].slice(0, 3).join(':');
}
