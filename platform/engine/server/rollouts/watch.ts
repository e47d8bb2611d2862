import type { Live, LiveSet } from '../releases/live-set';
import type { ReleaseStore } from '../releases/release-store';
import { isWorse, type Sample } from './judge';
import type { Rollouts } from './rollouts';
import { HOUR_MS, MINUTE_MS, slotOf, type Visits } from './visits';

/** How long a promoted release is compared with the one before it. */
const WATCHED_MS = 600_000;
/** How long counts are kept and added up. */
const KEPT_MS = 7 * 86_400_000;
/** Without a comparison, one in this many calls exchanges counts. */
const CALLS_PER_CALM_EXCHANGE = 5;
/** Earlier releases of a remote whose visitors are reported. */
export const MAX_REPORTED = 5;

interface Options {
  readonly visits: Pick<Visits, 'exchange' | 'sampleOf' | 'startPeriod'>;
  readonly rollouts: Pick<Rollouts, 'running'>;
  readonly liveSet: Pick<LiveSet, 'withdraw'> & { readonly live: () => Pick<Live, 'releases'> };
  readonly store: Pick<ReleaseStore, 'promoted'>;
}

/**
 * Returns a function that compares the failures of each new release with those of the release before it, over all
 * hosts, and withdraws a worse release.
 */
export function createWatch({ visits, rollouts, liveSet, store }: Options): () => Promise<void> {
  /** The newest release of each compared remote. */
  let watched = new Map<string, string | undefined>();
  let calmCalls = 0;

  /** Returns a remote's counted versions, newest first. `since`: start of the counts. `isCompared`: the first version is compared with the second. */
  function watchedOf(remote: string) {
    const promoted = store.promoted(remote).slice(0, MAX_REPORTED + 1);
    const versions = promoted.map(({ version }) => version);
    const [, partial] = rollouts.running().find(([name]) => name === remote) ?? [];
    if (partial) {
      // Both are compared over the same time. A minute more, because the hosts' clocks differ.
      const since = slotOf(Date.parse(partial.since) - MINUTE_MS, MINUTE_MS);
      return { remote, versions: [partial.version, ...versions], isCompared: true, since };
    }
    const age = Date.now() - Date.parse(promoted[0]?.since ?? '');
    const since = slotOf(Date.now() - KEPT_MS, HOUR_MS);
    return { remote, versions, isCompared: age < WATCHED_MS && versions.length > 1, since };
  }

  return async function watch(): Promise<void> {
    const remotes = Object.keys(liveSet.live().releases).map(watchedOf);
    const compared = remotes.filter(({ isCompared }) => isCompared);
    // Restart the counting at the start and end of a comparison, so both releases count from the same moment.
    const newest = new Map(compared.map(({ remote, versions }) => [remote, versions[0]]));
    for (const remote of new Set([...newest.keys(), ...watched.keys()]))
      if (newest.get(remote) !== watched.get(remote)) visits.startPeriod(remote);
    watched = newest;
    if (compared.length > 0) calmCalls = 0;
    else if (calmCalls++ % CALLS_PER_CALM_EXCHANGE > 0) return;
    const releases = remotes.flatMap(({ remote, versions, since }) =>
      versions.map((version) => ({ remote, version, since })),
    );
    for (const { remote, version, reason } of await visits.exchange(releases))
      await liveSet.withdraw(remote, version, reason);
    for (const { remote, versions } of compared) {
      const [version = '', baseline = ''] = versions;
      const [newer, older] = [visits.sampleOf(remote, version), visits.sampleOf(remote, baseline)];
      if (!newer || !older || !isWorse(newer, older)) continue;
      const reason = `${inWords(newer)} met a failure, ${inWords(older)} of ${baseline}`;
      // Report first, because changing this host's set takes seconds.
      await visits.exchange(releases, [{ remote, version, reason }]);
      await liveSet.withdraw(remote, version, reason);
    }
  };
}

const inWords = ({ visitors, failing }: Sample) => `${String(failing)} of ${String(visitors)} visitors`;
