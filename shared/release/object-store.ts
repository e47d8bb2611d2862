/** An object as it was read. */
export interface StoredObject {
  readonly bytes: Buffer;
  /** Its entity tag (RFC 9110, section 8.8.3), which is another when it was changed; `null` when there is no strong one. */
  readonly tag: string | null;
}

/** What an object has to be for a write: as it was read, or with `null` not there. */
export interface Condition {
  readonly tag: string | null;
}

/** The condition that an object is still as it was read; none where its server gives no tags. */
export function unchanged(found: StoredObject | null): Condition | undefined {
  if (!found) return { tag: null };
  return found.tag === null ? undefined : { tag: found.tag };
}

/** Objects by name at a server, each replaced in one step. Every error names the place and what to do about it. */
export interface ObjectStore {
  get(name: string): Promise<StoredObject | null>;
  /** Resolves to whether the condition held and the object was written. A server may ignore conditions. */
  put(name: string, bytes: Uint8Array, condition?: Condition): Promise<boolean>;
  /** Removes an object; one that is not there is fine. */
  remove(name: string): Promise<void>;
}
