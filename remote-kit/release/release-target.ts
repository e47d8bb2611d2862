import { isDeepStrictEqual } from 'node:util';
import type { Static, TSchema } from '@sinclair/typebox';
import { parseChecked } from '@vidlunnia/contracts/checked';

/** Returns the next bytes of an object from its current ones (`null`: it does not exist); `null` for no change. */
type Change = (bytes: Buffer | null) => Buffer | null | Promise<Buffer | null>;

/**
 * The place where a team's releases are published: a folder that its origin serves, or a bucket. It cannot list objects. Every error names the place and the fix.
 */
export interface ReleaseTarget {
  /** The object's bytes, `null` when it does not exist. */
  read(name: string): Promise<Buffer | null>;
  /** Replaces an object in one step: readers never see half of it. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Removes an object; a missing one is no error. */
  remove(name: string): Promise<void>;
  /**
   * Changes an object that others may change at the same time. `change` is called until it returns `null`, so it has to
   * recognise its own result.
   */
  update(name: string, change: Change): Promise<void>;
}

/** `Cache-Control` of an object: files in a version's folder never change. */
export const cacheControlOf = (name: string): string =>
  name.includes('/') ? 'public, max-age=31536000, immutable' : 'no-store';

/** A JSON file of a target with this schema; `absent` is its value when it does not exist. */
export function jsonFile<Schema extends TSchema, Absent>(name: string, schema: Schema, absent: Absent) {
  type Value = Static<Schema> | Absent;
  const parse = (bytes: Buffer | null): Value =>
    bytes ? parseChecked(schema, bytes, `${name} of the origin`) : absent;
  return {
    read: async (target: ReleaseTarget): Promise<Value> => parse(await target.read(name)),
    /** Changes it as `ReleaseTarget.update` does; an unchanged value is not written. */
    update: (target: ReleaseTarget, change: (value: Value) => Value | Promise<Value>): Promise<void> =>
      target.update(name, async (bytes) => {
        const value = parse(bytes);
        const next = await change(value);
        return isDeepStrictEqual(next, value) ? null : Buffer.from(`${JSON.stringify(next, null, 2)}\n`);
      }),
  };
}
