import type { Rejection, Step } from '@vidlunnia/releases/release';
import type { Log } from '@vidlunnia/operating';
import { LRUCache } from 'lru-cache';
import type { ReleaseStore } from './release-store';
import { isSystemError, type ReleaseRejected } from '@vidlunnia/releases/verify';

/** Maximum rejected versions remembered per remote, without withdrawn ones. */
const MAX_REMEMBERED = 10;
const MAX_WITHDRAWN = 100;
/** Pause before a version is retried, because the network or the machine may have been the cause. */
const RETRY_AFTER_MS: Readonly<Record<Exclude<Step, 'visitors'>, number>> = {
  discover: 0,
  download: 5_000,
  verify: 30_000,
  'render-test': 30_000,
  promote: 5_000,
};
/** The pause doubles with each rejection of the same version, up to this factor. */
const MAX_PAUSE_FACTOR = 8;

interface Remembered {
  readonly rejection: Rejection;
  /** How often this version was rejected. */
  readonly times: number;
  /** Time of the next allowed attempt; milliseconds of the process's own clock. */
  readonly heldUntil: number;
}

export type Rejections = ReturnType<typeof createRejections>;

/** The last rejection of each version, by remote. Those by visitors are withdrawals: they last, also on the disk. */
export function createRejections(log: Log, store: Pick<ReleaseStore, 'ledger' | 'note'>) {
  const remembered = new Map<string, LRUCache<string, Remembered>>();
  /** The last logged rejection of a remote, until it recovers. */
  const logged = new Map<string, string>();
  /** Number of logged rejections, by remote and step. */
  const counts = new Map<string, number>();
  const recentOf = (name: string) => {
    const recent = remembered.get(name) ?? new LRUCache<string, Remembered>({ max: MAX_REMEMBERED });
    remembered.set(name, recent);
    return recent;
  };
  const isWithdrawn = (name: string, version: string | null) =>
    store.ledger(name).withdrawn.some((rejection) => rejection.version === version);

  return {
    counts: (): ReadonlyMap<string, number> => counts,
    /** Rejections of a remote, newest first. */
    of: (name: string): Rejection[] =>
      [...recentOf(name).values()]
        .map(({ rejection }) => rejection)
        .concat(store.ledger(name).withdrawn)
        .sort((one, other) => other.at.localeCompare(one.at)),
    /**
     * Records a rejection. Logs only changes, so a team that is down for a night does not fill the log. `version` is
     * `null` when the pointer could not be read. The version is not retried for `holdForMs`; the default depends on the
     * step and the number of rejections.
     */
    add: (
      name: string,
      version: string | null,
      { step, reason, message, cause }: ReleaseRejected,
      holdForMs?: number,
    ): void => {
      const line = `${name} ${version ?? 'pointer'} is ${message}`;
      if (logged.get(name) !== line) {
        log.warn(isSystemError(cause) ? `${line} (${cause.message})` : line);
        counts.set(`${name} ${step}`, (counts.get(`${name} ${step}`) ?? 0) + 1);
      }
      logged.set(name, line);
      const [recent, key] = [recentOf(name), String(version)];
      const rejection = { version, step, reason, at: new Date().toISOString() };
      if (step === 'visitors') {
        recent.delete(key);
        const withdrawn = [rejection, ...store.ledger(name).withdrawn].slice(0, MAX_WITHDRAWN);
        void store.note(name, { withdrawn });
        return;
      }
      const times = (recent.peek(key)?.times ?? 0) + 1;
      const pauseMs = RETRY_AFTER_MS[step] * Math.min(2 ** (times - 1), MAX_PAUSE_FACTOR);
      recent.set(key, { rejection, times, heldUntil: performance.now() + (holdForMs ?? pauseMs) });
    },
    isWithdrawn,
    /** Lets all but withdrawn versions of a remote be retried at once. */
    allowRetries: (name: string): void => void remembered.delete(name),
    /** A remote is in order, so its next rejection is logged even if it is the same as the last. */
    recovered: (name: string): void => void logged.delete(name),
    /** Whether this version was withdrawn, or rejected too recently for a retry. */
    isHeld: (name: string, version: string): boolean =>
      isWithdrawn(name, version) || performance.now() < (recentOf(name).peek(version)?.heldUntil ?? 0),
  };
}
