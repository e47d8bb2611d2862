import type { Rejection, Step } from '@vidlunnia/contracts/release-report';
import type { Log } from '@vidlunnia/operating/log';

/** Versions of a remote whose rejections are remembered. */
const REMEMBERED = 10;
/** Milliseconds before the same version is tried again: the network or the machine may have been the reason. */
const RETRY_AFTER: Readonly<Record<Step, number>> = {
  discover: 0,
  download: 5_000,
  verify: 30_000,
  'render-test': 30_000,
  promote: 5_000,
};
/** The pause doubles with each rejection of the same version, up to this factor. */
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

/** The rejection that an error of a step means. */
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

export const isSystemError = (error: unknown): error is SystemError =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error && 'message' in error;

interface Remembered extends Rejection {
  /** How often this version was rejected. */
  readonly times: number;
  /** When it may be tried again; milliseconds since 1970. */
  readonly heldUntil: number;
}

export type Rejections = ReturnType<typeof createRejections>;

/** What was rejected last of each version, by remote. */
export function createRejections(log: Log) {
  const remembered = new Map<string, readonly Remembered[]>();
  /** What was logged last of a remote, until all is well again. */
  const logged = new Map<string, string>();
  const counts = new Map<string, number>();
  const allOf = (name: string) => remembered.get(name) ?? [];
  const find = (name: string, version: string | null) => allOf(name).find((each) => each.version === version);

  return {
    /** Of a remote, the newest first. */
    of: (name: string): Rejection[] =>
      allOf(name).map(({ version, step, reason, at }) => ({ version, step, reason, at })),
    /**
     * Logs only what changed, so that a team which is down for the night fills no log. `version` is `null` when the
     * pointer could not be read. `holdFor` milliseconds pass before the version is tried again; by default its step and
     * how often it was rejected say how many.
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
      const times = (find(name, version)?.times ?? 0) + 1;
      const pause = holdFor ?? RETRY_AFTER[step] * Math.min(2 ** (times - 1), LONGEST);
      const now = Date.now();
      const at = new Date(now).toISOString();
      const others = allOf(name).filter((each) => each.version !== version);
      const newest = { version, step, reason, at, times, heldUntil: now + pause };
      remembered.set(name, [newest, ...others].slice(0, REMEMBERED));
    },
    /** Notes that nothing is wrong any more: the same rejection would be logged again. */
    clear: (name: string): void => void logged.delete(name),
    /** Whether this version was rejected so lately that it is not to be tried again. */
    holds: (name: string, version: string): boolean => Date.now() < (find(name, version)?.heldUntil ?? 0),
    /** How many were logged, by remote and step. */
    counts: (): ReadonlyMap<string, number> => counts,
  };
}
