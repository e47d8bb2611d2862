import { setTimeout as pause } from 'node:timers/promises';

/** An object as it was read. */
interface StoredObject {
  readonly bytes: Buffer;
  /** Its entity tag (RFC 9110, section 8.8.3), which a change changes; `null` when there is no strong one. */
  readonly tag: string | null;
}

/** What an object has to be for a write: as it was read, or with `null` not there. */
interface Condition {
  readonly tag: string | null;
}

/** Objects by name, each replaced in one step. Nothing is listed. Every error names the place and what to do about it. */
export interface ObjectStore {
  get(name: string): Promise<StoredObject | null>;
  /** Resolves to whether the condition held and the object was written. A server may ignore conditions. */
  put(name: string, bytes: Uint8Array, condition?: Condition): Promise<boolean>;
  /** Removes an object; one that is not there is fine. */
  remove(name: string): Promise<void>;
}

/** The next bytes of an object that has these (`null`: it is not there); `null` when it is as it should be. */
type Change = (bytes: Buffer | null) => Buffer | null | Promise<Buffer | null>;

/** Where a team's releases are published: a folder that its origin serves, a bucket or a server that takes PUT. */
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

/** An empty object that only servers without conditions have: they write it although its condition never holds. */
const PROBE = '.conditions';
const NEVER: Condition = { tag: '"never"' };
/** Milliseconds after which a server without conditions is asked whether the write is still there. */
const SETTLING = 1_000;
const ATTEMPTS = 30;
/** Milliseconds, at most, before somebody who was overtaken tries again. */
const BACKOFF = 100;

/** Objects of a store as a target. `place` names it in messages. */
export function storeTarget(place: string, store: ObjectStore, settling = SETTLING): ReleaseTarget {
  let ignorant: boolean | undefined;
  return {
    read: async (name) => (await store.get(name))?.bytes ?? null,
    write: async (name, bytes) => {
      await store.put(name, bytes);
    },
    remove: (name) => store.remove(name),
    update: async (name, change) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const found = await store.get(name);
        const next = await change(found?.bytes ?? null);
        if (next === null) return;
        ignorant ??= await store.put(PROBE, Buffer.alloc(0), NEVER);
        const condition = unchanged(found);
        const written = await store.put(name, next, condition);
        if (ignorant || !condition) await pause(settling);
        else if (!written) await pause(Math.random() * BACKOFF);
      }
      throw new Error(`${name} at ${place} was overtaken by other changes again and again; release again`);
    },
  };
}

/** The condition that an object is still as it was read; none where its server gives no tags. */
function unchanged(found: StoredObject | null): Condition | undefined {
  if (!found) return { tag: null };
  return found.tag === null ? undefined : { tag: found.tag };
}
