import type { LiveSet } from '../releases/live-set';
import type { ReleaseStore } from '../releases/release-store';
import { isWorse, type Sample } from './judge';
import type { Rollouts } from './rollouts';
import { minuteOf, type Visits } from './visits';

/** How long a promoted release is compared with the one before it. */
const WATCHED_MS = 600_000;
/** For which counts are kept and added up. */
const KEPT_MS = 7 * 86_400_000;
/** Earlier releases of a remote whose visitors are reported. */
export const MAX_REPORTED = 5;

interface Options {
  readonly visits: Visits;
  readonly rollouts: Pick<Rollouts, 'running'>;
  readonly liveSet: Pick<LiveSet, 'live' | 'withdraw'>;
  readonly store: Pick<ReleaseStore, 'promoted'>;
}

interface Comparison {
  readonly remote: string;
  readonly version: string;
  /** The release that it is compared with. */
  readonly baseline: string;
  /** From when visitors of the baseline count; all of them when absent. */
  readonly since?: string;
}

/**
 * Returns a function that compares what visitors meet with new releases and with those before them, at all shells, and
 * withdraws releases that are worse.
 */
export function createWatch({ visits, rollouts, liveSet, store }: Options): () => Promise<void> {
  let watched = '';

  function comparisons(): Comparison[] {
    const { releases } = liveSet.live();
    const inRollout = rollouts.running().flatMap(([remote, { version, since }]): Comparison[] => {
      const live = releases[remote];
      return live ? [{ remote, version, baseline: live.version, since: minuteOf(Date.parse(since)) }] : [];
    });
    const promoted = Object.keys(releases).flatMap((remote): Comparison[] => {
      const [live, before] = store.promoted(remote);
      const isNew = live && Date.now() - Date.parse(live.since) < WATCHED_MS;
      return isNew && before ? [{ remote, version: live.version, baseline: before.version }] : [];
    });
    const isCompared = ({ remote }: Comparison) => inRollout.some((each) => each.remote === remote);
    return [...inRollout, ...promoted.filter((each) => !isCompared(each))];
  }

  /** All releases of the report, with the time from when their visitors count. */
  function counted(compared: readonly Comparison[]) {
    const week = new Date(Date.now() - KEPT_MS).toISOString();
    const known = Object.keys(liveSet.live().releases).flatMap((remote) =>
      store
        .promoted(remote)
        .slice(0, MAX_REPORTED + 1)
        .map(({ version }) => ({ remote, version })),
    );
    const sinceOf = (remote: string, version: string) =>
      compared.find((each) => each.remote === remote && each.baseline === version)?.since ?? week;
    const isKnown = ({ remote, version }: Comparison) =>
      known.some((each) => each.remote === remote && each.version === version);
    return [...known, ...compared.filter((each) => !isKnown(each))].map(({ remote, version }) => ({
      remote,
      version,
      since: sinceOf(remote, version),
    }));
  }

  return async function watch(): Promise<void> {
    const compared = comparisons();
    const period = compared
      .map(({ remote, version, baseline }) => [remote, version, baseline].join(' '))
      .join();
    // Visitors of both releases count from the same moment.
    if (period !== watched) visits.startPeriod();
    watched = period;
    const releases = counted(compared);
    const withdrawn = await visits.exchange(releases);
    for (const { remote, version, reason } of withdrawn ?? [])
      await liveSet.withdraw(remote, version, reason);
    for (const { remote, version, baseline } of compared) {
      const [ours, theirs] = [visits.sampleOf(remote, version), visits.sampleOf(remote, baseline)];
      if (!ours || !theirs || !isWorse(ours, theirs)) continue;
      const reason = `${inWords(ours)} met a failure, ${inWords(theirs)} of ${baseline}`;
      visits.withdraw({ remote, version, reason });
      // The other shells learn of it before this one takes seconds to change its set.
      await visits.exchange(releases);
      await liveSet.withdraw(remote, version, reason);
    }
  };
}

const inWords = ({ visitors, failing }: Sample) => `${String(failing)} of ${String(visitors)} visitors`;
