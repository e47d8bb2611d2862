import type { Rejection, Step } from '@vidlunnia/contracts/release-report';
import type { Log } from '@vidlunnia/operating';

/** Versions of a remote whose rejections are remembered. */
const MAX_REMEMBERED = 10;
/** Before the same version is tried again: the network or the machine may have been the cause. */
const RETRY_AFTER_MS: Readonly<Record<Step, number>> = {
  discover: 0,
  download: 5_000,
  verify: 30_000,
  'render-test': 30_000,
  promote: 5_000,
};
/** The pause doubles with each rejection of the same version, up to this factor. */
const MAX_PAUSE_FACTOR = 8;

/** A step rejected a release. `reason` is public: without internal network addresses and paths. */
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

/** Converts an error of a step into its rejection. */
export function rejectedAt(step: Step, error: unknown): ReleaseRejected {
  if (error instanceof ReleaseRejected) return error;
  const failure = error instanceof Error && isSystemError(error.cause) ? error.cause : error;
  if (isSystemError(failure)) {
    // `ENOSPC: no space left on device, write '/srv/data/x'`
    const [what = failure.code] = failure.message.split(',', 1);
    return new ReleaseRejected(step, `the shell’s machine failed: ${what}`, { cause: failure });
  }
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  const withoutFolders = line.replace(/(?<![\w.@-])(?:\/[\w.@-]+){2,}\/(?=[\w.-]+)/g, '');
  return new ReleaseRejected(step, withoutFolders, { cause: error });
}

/** A system error of Node. Its message has paths. */
interface SystemError {
  readonly code: string;
  readonly message: string;
}

export const isSystemError = (error: unknown): error is SystemError =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error && 'message' in error;

interface Remembered extends Rejection {
  /** How often this version was rejected. */
  readonly times: number;
  /** When it may be tried again; milliseconds since 1970. */
  readonly heldUntil: number;
}

/** The last rejection of each version, by remote. */
export function createRejections(log: Log) {
  const remembered = new Map<string, readonly Remembered[]>();
  /** The last logged rejection of a remote, until it recovers. */
  const logged = new Map<string, string>();
  const counts = new Map<string, number>();
  const allOf = (name: string) => remembered.get(name) ?? [];
  const find = (name: string, version: string | null) => allOf(name).find((each) => each.version === version);

  return {
    /** Rejections of a remote, the newest first. */
    of: (name: string): Rejection[] =>
      allOf(name).map(({ version, step, reason, at }) => ({ version, step, reason, at })),
    /**
     * Logs only changes, so that a team that is down for a night does not fill the log. `version` is `null` when the
     * pointer could not be read. The version is not tried again for `holdForMs`; the default depends on the
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
      const times = (find(name, version)?.times ?? 0) + 1;
      const pause = holdForMs ?? RETRY_AFTER_MS[step] * Math.min(2 ** (times - 1), MAX_PAUSE_FACTOR);
      const now = Date.now();
      const at = new Date(now).toISOString();
      const others = allOf(name).filter((each) => each.version !== version);
      const newest = { version, step, reason, at, times, heldUntil: now + pause };
      remembered.set(name, [newest, ...others].slice(0, MAX_REMEMBERED));
    },
    /** Forgets the last logged rejection, so the next is logged even if identical. */
    clear: (name: string): void => void logged.delete(name),
    /** Whether this version was rejected so recently that it must not be tried again. */
    isHeld: (name: string, version: string): boolean => Date.now() < (find(name, version)?.heldUntil ?? 0),
    /** Number of logged rejections, by remote and step. */
    counts: (): ReadonlyMap<string, number> => counts,
  };
}
