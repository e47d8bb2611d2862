import type { Rejection, Step } from '@vidlunnia/contracts/release-report';
import type { Log } from '@vidlunnia/operating/log';
import { LRUCache } from 'lru-cache';

/** Rejections of a remote that are remembered. */
const REMEMBERED = 10;
/** Versions of all remotes of which is remembered when they may be tried again. */
const HELD = 100;
/** Milliseconds before the same version is tried again: the network or the machine may have been the reason. */
const RETRY_AFTER: Readonly<Record<Step, number>> = {
  discover: 0,
  download: 5_000,
  verify: 30_000,
  'render-test': 30_000,
  promote: 5_000,
};
/** By which that grows at most while the same version is rejected again and again, doubling each time. */
const LONGEST = 8;

/** A step rejected a release. `reason` is public: it names no address of the network behind and no place on the disk. */
export class ReleaseRejected extends Error {
  override readonly name = 'ReleaseRejected';

  constructor(
    readonly step: Step,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`rejected at ${step}: ${reason}`, options);
  }
}

/** An error that a step did not foresee as its rejection. */
export function rejectedAt(step: Step, error: unknown): ReleaseRejected {
  if (error instanceof ReleaseRejected) return error;
  if (isSystemError(error)) {
    // `ENOSPC: no space left on device, write '/srv/data/x'`
    const [what = error.code] = error.message.split(',', 1);
    return new ReleaseRejected(step, `the shell’s machine failed: ${what}`, { cause: error });
  }
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  const withoutFolders = line.replace(/(?<![\w.@-])(?:\/[\w.@-]+){2,}\/(?=[\w.-]+)/g, '');
  return new ReleaseRejected(step, withoutFolders, { cause: error });
}

/** What Node says of the machine. Its message names places on the disk. */
interface SystemError {
  readonly code: string;
  readonly message: string;
}

const isSystemError = (error: unknown): error is SystemError =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error && 'message' in error;

export type Rejections = ReturnType<typeof createRejections>;

/** What was rejected, by remote. */
export function createRejections(log: Log) {
  const rejections = new Map<string, readonly Rejection[]>();
  /** What was logged last of a remote, until all is well again. */
  const logged = new Map<string, string>();
  const counts = new Map<string, number>();
  /** By version; `until` is in milliseconds since 1970. */
  const held = new LRUCache<string, { readonly times: number; readonly until: number }>({ max: HELD });
  const of = (name: string): readonly Rejection[] => rejections.get(name) ?? [];

  return {
    /** Of a remote, the newest first. */
    of,
    /**
     * Logs only what changed, so that a team which is down for the night fills no log. `holdFor` milliseconds pass
     * before the version is tried again; by default its step and how often it was rejected say how many.
     */
    add: (
      name: string,
      version: string | null,
      { step, reason, message, cause }: ReleaseRejected,
      holdFor?: number,
    ): void => {
      const line = `${name} ${version ?? 'pointer'} is ${message}`;
      if (logged.get(name) !== line) {
        log.warn(isSystemError(cause) ? `${line} (${cause.message})` : line);
        counts.set(`${name} ${step}`, (counts.get(`${name} ${step}`) ?? 0) + 1);
      }
      logged.set(name, line);
      const others = of(name).filter(
        (known) => known.version !== version || known.step !== step || known.reason !== reason,
      );
      const at = new Date(Date.now()).toISOString();
      rejections.set(name, [{ version, step, reason, at }, ...others].slice(0, REMEMBERED));
      if (version === null) return;
      const times = (held.get(`${name} ${version}`)?.times ?? 0) + 1;
      const pause = RETRY_AFTER[step] * Math.min(2 ** (times - 1), LONGEST);
      held.set(`${name} ${version}`, { times, until: Date.now() + (holdFor ?? pause) });
    },
    /** Notes that nothing is wrong any more: the same rejection would be logged again. */
    clear: (name: string): void => void logged.delete(name),
    /** Whether this version was rejected so lately that it is not to be tried again. */
    holds: (name: string, version: string): boolean =>
      Date.now() < (held.get(`${name} ${version}`)?.until ?? 0),
    /** How many were logged, by remote and step. */
    counts: (): ReadonlyMap<string, number> => counts,
  };
}
