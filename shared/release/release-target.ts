/**
 * Where a team's releases are published: a folder that its origin serves, a bucket or a server that takes PUT. Nothing
 * is renamed or listed through it, so that whatever stores objects by name can be one.
 */
export interface ReleaseTarget {
  /** The object's bytes, `null` when there is none of that name. */
  read(name: string): Promise<Buffer | null>;
  /**
   * Replaces an object in one step: no reader ever sees half of it. Rejects when somebody else changed meanwhile what
   * this process had read of that name, or has taken over.
   */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes an object; one that is not there is fine. */
  remove(name: string): Promise<void>;
  /**
   * Does the work while nobody else does any, in whatever process. Waits for another's end; rejects past the
   * deadline, naming who holds the target. A holder that died is passed over.
   */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

export interface TargetOptions {
  /** Called once with who holds the lock, when that has to be waited for. */
  readonly onWait?: (holder: string) => void;
  /** Ends the wait for the lock. */
  readonly signal?: AbortSignal;
  /** Milliseconds that somebody else's release is waited for. */
  readonly lockDeadline?: number;
  /** Milliseconds without a heartbeat after which a holder counts as dead; the same for all who use a target. */
  readonly silence?: number;
}

/** Milliseconds that somebody else's release is waited for: it copies some dozen files. */
export const LOCK_DEADLINE = 30_000;
