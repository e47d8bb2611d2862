/** The next bytes of an object that has these (`null`: it is not there); `null` when it is as it should be. */
export type Change = (bytes: Buffer | null) => Buffer | null | Promise<Buffer | null>;

/**
 * Where a team's releases are published: a folder that its origin serves, a bucket or a server that takes PUT. Nothing
 * is listed. Every error names the place and what to do about it.
 */
export interface ReleaseTarget {
  /** The object's bytes, `null` when there is none of that name. */
  read(name: string): Promise<Buffer | null>;
  /** Replaces an object in one step: no reader ever sees half of it. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes an object; one that is not there is fine. */
  remove(name: string): Promise<void>;
  /**
   * Changes an object that others may change at the same time. `change` is called again until it finds the object as it
   * should be, so it has to recognise its own work.
   */
  update(name: string, change: Change): Promise<void>;
}

/** `Cache-Control` of an object: what lies in a version's folder never changes. */
export const cacheControlOf = (name: string): string =>
  name.includes('/') ? 'public, max-age=31536000, immutable' : 'no-store';
