import { LRUCache } from 'lru-cache';
import type { Log } from '@vidlunnia/operating/log';
import { withDeadline } from '../../src/remotes/deadline';
import type { Site } from '../open-site';
import { TryLaterError } from '../plugins/errors';
import type { Live } from '../releases/live-site';
import { rejectedAt } from '../releases/rejections';

/** Milliseconds without a request after which a preview's worker ends. */
const IDLE = 900_000;
/** Milliseconds before a set that failed is tried again. */
const RETRY_AFTER = 30_000;
/** Milliseconds for which a request waits for its set; the gateway waits a little longer. */
const PATIENCE = 15_000;

/** Versions by the remote's name. */
type Versions = Readonly<Record<string, string>>;

interface Entry {
  /** The live set beside which it was started. */
  readonly beside: string;
  /** Rejects with `ReleaseRejected`. */
  readonly live: Promise<Live>;
}

interface Options {
  readonly site: Pick<Site, 'live' | 'beside'>;
  /** Number of sets; the one unused longest ends first. */
  readonly most: number;
  readonly log: Pick<Log, 'warn'>;
}

/** The release sets of previews, each with a render worker. A request starts its set, one after another. */
export class PreviewSets {
  readonly #options: Options;
  readonly #sets: LRUCache<string, Entry>;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.#sets = new LRUCache({
      max: options.most,
      ttl: IDLE,
      ttlAutopurge: true,
      updateAgeOnGet: true,
      perf: Date,
      dispose: ({ live }) => {
        live.then(({ renderer }) => renderer.stop()).catch(() => undefined);
      },
    });
  }

  /**
   * The set of these versions and, for all other remotes, of the releases that are live now. Rejects with
   * `ReleaseRejected`, or with `TryLaterError` when it takes long.
   */
  get(versions: Versions): Promise<Live> {
    const key = JSON.stringify(Object.entries(versions).sort());
    const beside = this.#options.site.live().releaseSet.id;
    const known = this.#sets.get(key);
    const entry = known?.beside === beside ? known : this.#start(key, beside, versions);
    return withDeadline(
      entry.live,
      PATIENCE,
      () => new TryLaterError(503, 5, 'The preview is still being started'),
    );
  }

  /** Ends all workers. */
  stop(): void {
    this.#sets.clear();
  }

  #start(key: string, beside: string, versions: Versions): Entry {
    const start = async () => {
      if (this.#sets.peek(key) !== entry) throw new TryLaterError(503, 5, 'Too many previews');
      return this.#options.site.beside(versions);
    };
    const live = this.#turn.then(start);
    this.#turn = live.catch(() => undefined);
    const entry = { beside, live };
    this.#sets.set(key, entry);
    live.then(
      ({ renderer }) =>
        void renderer.unsteady.then((reason) => {
          this.#fail(key, entry, new Error(`its render workers keep ending: ${reason.message}`));
        }),
      (error: unknown) => {
        this.#fail(key, entry, error);
      },
    );
    return entry;
  }

  /** Keeps the failure instead of a set, and tries again after a while. */
  #fail(key: string, entry: Entry, error: unknown): void {
    if (this.#sets.peek(key) !== entry) return;
    const rejected = rejectedAt('render-test', error);
    this.#options.log.warn(`A preview of ${key} is ${rejected.message}`);
    const failed = { beside: entry.beside, live: Promise.reject(rejected) };
    // Perhaps nobody asks again.
    failed.live.catch(() => undefined);
    this.#sets.set(key, failed);
    setTimeout(() => {
      if (this.#sets.peek(key) === failed) this.#sets.delete(key);
    }, RETRY_AFTER).unref();
  }
}
