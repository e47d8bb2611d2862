import type { Log } from '@vidlunnia/operating';
import { createTemporarySets } from '../previews/temporary-sets';
import { MAX_ROLLOUTS, type Intake } from '../releases/intake';
import type { Live, LiveSet } from '../releases/live-set';
import { ReleaseRejected } from '@vidlunnia/releases/verify';

interface Options {
  readonly intake: Pick<Intake, 'rollouts' | 'rejections'>;
  readonly liveSet: Pick<LiveSet, 'live' | 'withLiveReleases'>;
  readonly log: Pick<Log, 'warn'>;
}

export type Rollouts = ReturnType<typeof createRollouts>;

/**
 * The release sets of rollouts. Every visitor is in one of a hundred buckets. A bucket gets the releases of all
 * rollouts whose percentage is above the bucket's number.
 */
export function createRollouts({ intake, liveSet, log }: Options) {
  const sets = createTemporarySets({ engine: liveSet, maxSets: MAX_ROLLOUTS, log });
  /** Versions that visitors have received: `<remote> <version>`. */
  const started = new Set<string>();
  const known = () => Object.entries(intake.rollouts());
  const versionsOf = (some: ReturnType<typeof known>) =>
    Object.fromEntries(some.map(([name, { version }]) => [name, version]));

  return {
    /** The set for a bucket; `null` for the live set. */
    for: async (bucket: number): Promise<Live | null> => {
      const some = known().filter(([, { rollout }]) => bucket < rollout.percent);
      return some.length === 0 ? null : sets.get(versionsOf(some)).catch(() => null);
    },
    /** The rollouts whose sets have started, by remote. */
    running: () => known().filter(([name, { version }]) => started.has(`${name} ${version}`)),
    /** Starts the sets of new rollouts, and keeps running sets in use. Rejects releases whose set fails. */
    refresh: async (): Promise<void> => {
      const all = known().sort(([, one], [, other]) => other.rollout.percent - one.rollout.percent);
      if (all.length === 0) {
        started.clear();
        sets.stop();
      }
      // Largest percentage first. Each next set adds one release, so a failure names its cause.
      for (const [index, [name, { version }]] of all.entries())
        try {
          await sets.get(versionsOf(all.slice(0, index + 1)));
          started.add(`${name} ${version}`);
        } catch (error) {
          if (error instanceof ReleaseRejected) intake.rejections.add(name, version, error);
          return;
        }
    },
    stop: sets.stop,
  };
}
