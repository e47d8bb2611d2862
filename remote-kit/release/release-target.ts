import { isDeepStrictEqual } from 'node:util';
import type { Static, TSchema } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';

/** The next bytes of an object that has these (`null`: it is not there); `null` when it is as it should be. */
type Change = (bytes: Buffer | null) => Buffer | null | Promise<Buffer | null>;

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

/** A file of a target that has JSON of this schema; `absent` is its value when there is none. */
export function jsonFile<Schema extends TSchema, Absent>(name: string, schema: Schema, absent: Absent) {
  type Value = Static<Schema> | Absent;
  const parse = (bytes: Buffer | null): Value =>
    bytes ? parseChecked(schema, bytes, `${name} of the origin`) : absent;
  return {
    read: async (target: ReleaseTarget): Promise<Value> => parse(await target.read(name)),
    /** Changes it as `ReleaseTarget.update` does; a value that stays as it is is not written. */
    update: (target: ReleaseTarget, change: (value: Value) => Value | Promise<Value>): Promise<void> =>
      target.update(name, async (bytes) => {
        const value = parse(bytes);
        const next = await change(value);
        return isDeepStrictEqual(next, value) ? null : Buffer.from(`${JSON.stringify(next, null, 2)}\n`);
      }),
  };
}
