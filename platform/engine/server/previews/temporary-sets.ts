import { LRUCache } from 'lru-cache';
import type { Log } from '@vidlunnia/operating';
import { createMutex } from '@vidlunnia/operating/single-flight';
import { withDeadline } from '../../page/failures';
import { RETRY_AFTER_SECONDS, TryLaterError } from '../plugins/errors';
import type { Live, LiveSet } from '../releases/live-set';
import { rejectedAt, type ReleaseRejected } from '@vidlunnia/releases/verify';

/** How long a preview's worker runs without a request. */
const IDLE_MS = 900_000;
/** How long a failed set is not retried. */
const RETRY_AFTER_MS = 30_000;
/** How long a request waits for its set; the gateway waits a little longer. */
const START_DEADLINE_MS = 15_000;
/** Failed sets that are remembered. */
const MAX_FAILURES = 100;

interface Options {
  readonly engine: Pick<LiveSet, 'live' | 'withLiveReleases'>;
  /** Maximum number of sets; the least recently used set ends first. */
  readonly maxSets: number;
  readonly log: Pick<Log, 'warn'>;
}

/** Release sets of previews and rollouts, each with a worker. A request starts its set; sets start one at a time. */
export function createTemporarySets({ engine, maxSets, log }: Options) {
  const sets = new LRUCache<string, Promise<Live>>({
    max: maxSets,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    perf: Date,
    dispose: (live) => {
      live.then(({ renderer }) => renderer.stop()).catch(() => undefined);
    },
  });
  const failures = new LRUCache<string, ReleaseRejected>({
    max: MAX_FAILURES,
    ttl: RETRY_AFTER_MS,
    perf: Date,
  });
  const startExclusive = createMutex();

  function start(key: string, versions: Readonly<Record<string, string>>): Promise<Live> {
    const isWanted = () => sets.peek(key) === live;
    const live = startExclusive(() => {
      if (!isWanted()) throw tryLater('Too many previews');
      return engine.withLiveReleases(versions);
    });
    sets.set(key, live);
    live
      .then(({ renderer }) => renderer.crashLoop)
      .then(({ message }) => {
        throw new Error(`its render workers keep ending: ${message}`);
      })
      .catch((error: unknown) => {
        if (!isWanted()) return;
        const rejected = rejectedAt('render-test', error);
        log.warn(`The live set with ${JSON.stringify(versions)} is ${rejected.message}`);
        failures.set(key, rejected);
        sets.delete(key);
      });
    return live;
  }

  return {
    /**
     * The set with these versions, by remote, and the live releases of all other remotes. Rejects with
     * `ReleaseRejected`, or with `TryLaterError` when its start takes too long.
     */
    get: async (versions: Readonly<Record<string, string>>): Promise<Live> => {
      // A new live set makes new sets, so the earlier ones are used no more.
      const key = JSON.stringify([engine.live().releaseSet.id, ...Object.entries(versions).sort()]);
      const failure = failures.get(key);
      if (failure) throw failure;
      const live = sets.get(key) ?? start(key, versions);
      return withDeadline(live, START_DEADLINE_MS, () => tryLater('The set is still starting'));
    },
    /** Ends all workers. */
    stop: (): void => {
      sets.clear();
    },
  };
}

const tryLater = (message: string) => new TryLaterError(503, RETRY_AFTER_SECONDS, message);
