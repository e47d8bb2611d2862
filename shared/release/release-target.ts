/**
 * Where a team's releases are published: a folder that its origin serves, or a bucket. Nothing is renamed, listed or
 * removed through it, so that whatever stores objects by name can be one.
 */
export interface ReleaseTarget {
  /** The object's bytes, `null` when there is none of that name. */
  read(name: string): Promise<Buffer | null>;
  /** Replaces an object in one step: no reader ever sees half of it. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * Does the work while nobody else does any, in whatever process. Waits for another's end; rejects past the
   * deadline, naming who holds the target. A holder that died is passed over.
   */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}
