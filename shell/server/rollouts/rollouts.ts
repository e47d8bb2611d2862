import type { Log } from '@vidlunnia/operating';
import { createPreviewSets } from '../previews/preview-sets';
import type { Intake } from '../releases/intake';
import type { Live, LiveSet } from '../releases/live-set';
import { ReleaseRejected } from '../releases/verify';

/** Maximum number of rollouts at a time, each with a render worker. */
const MAX_SETS = 4;

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
  const { live, withLiveReleases } = liveSet;
  const sets = createPreviewSets({ site: { live, withLiveReleases }, maxSets: MAX_SETS, log });
  /** Versions that visitors have received: `<remote> <version>`. */
  const started = new Set<string>();
  const known = () => Object.entries(intake.rollouts());
  const versionsFor = (bucket: number) =>
    Object.fromEntries(
      known().flatMap(([name, { version, rollout }]) => (bucket < rollout.percent ? [[name, version]] : [])),
    );

  const failureAlone = (name: string, version: string): Promise<ReleaseRejected | null> =>
    sets.get({ [name]: version }).then(
      () => null,
      (error: unknown) => (error instanceof ReleaseRejected ? error : null),
    );

  return {
    /** The set for a bucket; `null` for the live set. */
    for: async (bucket: number): Promise<Live | null> => {
      const versions = versionsFor(bucket);
      if (Object.keys(versions).length === 0) return null;
      return sets.get(versions).catch(() => null);
    },
    /** The rollouts whose sets have started, by remote. */
    running: () => known().filter(([name, { version }]) => started.has(`${name} ${version}`)),
    /** Starts the sets of new rollouts, and keeps running sets in use. Rejects releases whose set fails. */
    refresh: async (): Promise<void> => {
      const percentages = new Set(known().map(([, { rollout }]) => rollout.percent));
      if (percentages.size === 0) {
        started.clear();
        sets.stop();
      }
      // Largest percentage first. Each next set adds the releases of one percentage, so a failure names its cause.
      for (const percent of [...percentages].sort((one, other) => other - one)) {
        const added = known().filter(([, { rollout }]) => rollout.percent === percent);
        try {
          await sets.get(versionsFor(percent - 1));
          for (const [name, { version }] of added) started.add(`${name} ${version}`);
        } catch (error) {
          if (!(error instanceof ReleaseRejected)) return;
          for (const [name, { version }] of added) {
            // Of several releases that were added together, only those that fail alone are at fault.
            const failure = added.length === 1 ? error : await failureAlone(name, version);
            if (failure) intake.rejections.add(name, version, failure);
          }
        }
      }
    },
    stop: () => {
      sets.stop();
    },
  };
}
