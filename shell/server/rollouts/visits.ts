import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { checked } from '@vidlunnia/contracts/checked';
import type { Visits as VisitsReport } from '@vidlunnia/contracts/release';
import {
  MEASUREMENTS,
  VISITS_PATH,
  VisitsResponseSchema,
  type Measurement,
  type VisitsRequest,
  type VisitsResponse,
} from '@vidlunnia/contracts/visits';
import type { ReleaseSet } from '../../src/remotes/release-set';
import type { Sample } from './judge';

/** For the API's response. */
const TIMEOUT_MS = 2_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** What was counted today: beyond, an address may count again. */
const MAX_REMEMBERED = 200_000;
/** Release sets of open pages. */
const MAX_SETS = 50;

type Request = VisitsRequest;
type Withdrawal = Request['withdrawn'][number];
/** Version by remote. */
type Versions = ReadonlyMap<string, string>;

/**
 * Counts what visitors meet with each release. An address counts once a day for each release and kind, so a visitor who
 * sends many reports changes little. Shells add their counts up in the API; if the API is down, counts are lost.
 */
export class Visits {
  readonly #apiOrigin: string;
  /** Signs tokens; unknown until the API has responded. */
  #key: string | null = null;
  readonly #counted = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: DAY_MS, perf: Date });
  #counts = new Map<string, Request['counts'][number]>();
  #totals: ReadonlyMap<string, number> | null = null;
  /** Not yet known to the API. */
  readonly #withdrawals = new Map<string, Withdrawal>();
  readonly #sets = new LRUCache<string, Versions>({ max: MAX_SETS });

  constructor({ apiOrigin }: { readonly apiOrigin: string }) {
    this.#apiOrigin = apiOrigin;
  }

  /** Counts a visitor of a release set. Returns the token for later reports; `null` when visits are not counted. */
  begin(address: string, { id, remotes }: ReleaseSet): string | null {
    if (this.#key === null) return null;
    const versions = new Map(Object.entries(remotes).map(([name, { version }]) => [name, version]));
    this.#sets.set(id, versions);
    for (const [remote, version] of versions) this.#count(address, remote, version, 'visitors');
    return `${id}.${signatureOf(this.#key, id, address, today())}`;
  }

  /** Counts a visitor who met a failure of a release on the server; their visit may never begin. */
  failedOnServer(address: string, remote: string, version: string): void {
    this.#count(address, remote, version, 'visitors');
    this.#count(address, remote, version, 'failing');
  }

  /** Counts a failure that a browser reports, if its token belongs to this address and this release. */
  failed(token: string, address: string, remote: string, version: string): void {
    if (this.#versionsOf(token, address)?.get(remote) === version)
      this.#count(address, remote, version, 'failing');
  }

  /** Every address may count again. */
  startPeriod(): void {
    this.#counted.clear();
  }

  /** Counts a measurement of a page for each release of its set. */
  measured(token: string, address: string, metric: Measurement, milliseconds: number): void {
    const bounds = MEASUREMENTS[metric];
    const bucket = bounds.findIndex((bound) => milliseconds <= bound);
    const what = `${metric}-${String(bucket < 0 ? bounds.length : bucket)}`;
    for (const [remote, version] of this.#versionsOf(token, address) ?? [])
      this.#count(address, remote, version, what, metric);
  }

  /** `once` names the kind of which an address counts one a day. */
  #count(address: string, remote: string, version: string, what: string, once = what): void {
    const key = [networkOf(address), remote, version, once].join(' ');
    if (this.#counted.has(key)) return;
    this.#counted.set(key, true);
    const at = minuteOf(Date.now());
    const id = [remote, version, at, what].join(' ');
    const count = (this.#counts.get(id)?.count ?? 0) + 1;
    this.#counts.set(id, { remote, version, at, what, count });
  }

  #versionsOf(token: string, address: string): Versions | undefined {
    const [id = '', signature] = token.split('.');
    const key = this.#key;
    if (key === null) return undefined;
    const isOurs = [today(), today() - 1].some((day) => signatureOf(key, id, address, day) === signature);
    return isOurs ? this.#sets.get(id) : undefined;
  }

  /** Withdraws a release at all shells. */
  withdraw(withdrawal: Withdrawal): void {
    this.#withdrawals.set(`${withdrawal.remote} ${withdrawal.version}`, withdrawal);
  }

  /**
   * Sends new counts and withdrawals to the API, and reads the sums of these releases over all shells. Resolves to those
   * of them that are withdrawn; `null` when the API does not respond.
   */
  async exchange(releases: Request['releases']): Promise<VisitsResponse['withdrawn'] | null> {
    const withdrawn = [...this.#withdrawals.values()];
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    const answer = await this.#send({ counts, withdrawn, releases });
    this.#totals =
      answer &&
      new Map(
        answer.totals.map(({ remote, version, what, count }) => [[remote, version, what].join(' '), count]),
      );
    if (!answer) return null;
    for (const { remote, version } of withdrawn) this.#withdrawals.delete(`${remote} ${version}`);
    return answer.withdrawn;
  }

  /** Why all shells withdrew a release; `null` when they did not, or when the API does not respond. */
  async whyWithdrawn(remote: string, version: string): Promise<string | null> {
    const since = new Date(Date.now()).toISOString();
    const answer = await this.#send({ counts: [], withdrawn: [], releases: [{ remote, version, since }] });
    const own = this.#withdrawals.get(`${remote} ${version}`);
    return (own ?? answer?.withdrawn[0])?.reason ?? null;
  }

  async #send(body: VisitsRequest): Promise<VisitsResponse | null> {
    try {
      const response = await fetch(`${this.#apiOrigin}${VISITS_PATH}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = checked(VisitsResponseSchema, await response.json(), 'the API’s sums of visits');
      this.#key = answer.key;
      return answer;
    } catch {
      return null;
    }
  }

  /** The visitors of a release, in all shells; `null` while the API does not respond. */
  sampleOf(remote: string, version: string): Sample | null {
    const totals = this.#totals;
    if (!totals) return null;
    const sum = (what: string) => totals.get([remote, version, what].join(' ')) ?? 0;
    const failing = sum('failing');
    // A visit that began before the comparison may fail in it.
    return { visitors: Math.max(sum('visitors'), failing), failing };
  }

  reportOf(remote: string, version: string): { readonly visits?: VisitsReport } {
    const sample = this.sampleOf(remote, version);
    if (!sample) return {};
    const percentile = (metric: Measurement) => {
      const counts = [...MEASUREMENTS[metric], Infinity].map((bound, bucket) => ({
        bound,
        count: this.#totals?.get([remote, version, `${metric}-${String(bucket)}`].join(' ')) ?? 0,
      }));
      const all = counts.reduce((sum, { count }) => sum + count, 0);
      let below = 0;
      const found = counts.find(({ count }) => (below += count) >= all * 0.75);
      if (all === 0 || !found) return null;
      // Of the last bucket only the lower bound is known.
      return found.bound === Infinity ? (MEASUREMENTS[metric].at(-1) ?? null) : found.bound;
    };
    return { visits: { ...sample, lcp: percentile('lcp'), inp: percentile('inp') } };
  }
}

const signatureOf = (key: string, id: string, address: string, day: number) =>
  createHmac('sha256', key)
    .update(['visit', id, networkOf(address), day].join(' '))
    .digest('base64url')
    .slice(0, 22);

/** The start of a minute: counts have no other times. */
export const minuteOf = (milliseconds: number): string =>
  new Date(Math.floor(milliseconds / MINUTE_MS) * MINUTE_MS).toISOString();

/** Days since 1970. */
const today = () => Math.floor(Date.now() / DAY_MS);

/** An IPv4 address, or the prefix (/64) that one IPv6 customer has. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = ''] = plain.split('::', 1);
  return [...head.split(':'), '0', '0', '0', '0'].slice(0, 4).join(':');
}
