import type { Rejection, Step } from '@vidlunnia/contracts/release-report';

/** Rejections of a remote that are remembered. */
const REMEMBERED = 10;
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

/** What of the machine fails, by the code of Node's system errors. */
const MACHINE: Readonly<Record<string, string>> = {
  ENOSPC: 'the shell’s disk is full',
  EDQUOT: 'the shell’s disk is full',
  EACCES: 'the shell may not use its folder',
  EPERM: 'the shell may not use its folder',
  EROFS: 'the shell may not use its folder',
  EMFILE: 'the shell has too many open files',
  ENFILE: 'the shell has too many open files',
};

/** An error that a step did not foresee as its rejection. */
export function rejectedAt(step: Step, error: unknown): ReleaseRejected {
  if (error instanceof ReleaseRejected) return error;
  if (isSystemError(error)) {
    const reason = MACHINE[error.code] ?? `the shell’s disk failed (${error.code})`;
    return new ReleaseRejected(step, reason, { cause: error });
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

export interface RejectionFigure {
  readonly remote: string;
  readonly step: Step;
  readonly count: number;
}

/** A version that was rejected last. */
interface Held {
  readonly version: string;
  readonly factor: number;
  /** When it may be tried again, in milliseconds since 1970. */
  readonly until: number;
}

/** What was rejected, by remote. */
export interface Rejections {
  of(name: string): readonly Rejection[];
  /** The last one, unless all has been well since. */
  current(name: string): Rejection | undefined;
  /**
   * Logs only what changed, so that a team which is down for the night fills no log. `holdFor` milliseconds pass before
   * the version is tried again; when absent, its step and how often it was rejected say how many.
   */
  add(name: string, version: string | null, error: ReleaseRejected, holdFor?: number): void;
  /** Notes that nothing is wrong any more: the same rejection would be logged again. */
  clear(name: string): void;
  /** Whether this version was rejected last, and so lately that it is not to be tried again. */
  isRecent(name: string, version: string): boolean;
  /** How many were logged. */
  figures(): readonly RejectionFigure[];
}

export function createRejections(log: { warn(message: string): void }): Rejections {
  const rejections = new Map<string, readonly Rejection[]>();
  const logged = new Map<string, string>();
  const counts = new Map<string, RejectionFigure>();
  const held = new Map<string, Held>();
  const of = (name: string) => rejections.get(name) ?? [];

  return {
    of,
    current: (name) => (logged.has(name) ? of(name)[0] : undefined),
    add: (name, version, { step, reason, message, cause }, holdFor) => {
      const line = `${name} ${version ?? 'pointer'} is ${message}`;
      if (logged.get(name) !== line) {
        log.warn(isSystemError(cause) ? `${line} (${cause.message})` : line);
        const { count } = counts.get(`${name} ${step}`) ?? { count: 0 };
        counts.set(`${name} ${step}`, { remote: name, step, count: count + 1 });
      }
      logged.set(name, line);
      const others = of(name).filter(
        (known) => known.version !== version || known.step !== step || known.reason !== reason,
      );
      const at = new Date(Date.now()).toISOString();
      rejections.set(name, [{ version, step, reason, at }, ...others].slice(0, REMEMBERED));
      if (version === null) return;
      const before = held.get(name);
      const factor = before?.version === version ? Math.min(before.factor * 2, LONGEST) : 1;
      held.set(name, { version, factor, until: Date.now() + (holdFor ?? RETRY_AFTER[step] * factor) });
    },
    clear: (name) => void logged.delete(name),
    isRecent: (name, version) => {
      const last = held.get(name);
      return last?.version === version && Date.now() < last.until;
    },
    figures: () => [...counts.values()],
  };
}
