import { unchanged, type Condition, type ObjectStore } from './object-store';
import type { ReleaseTarget } from './release-target';
import { acquireStoreLock, type StoreLock, type StoreLockOptions } from './store-lock';

/** Objects at a server as a target. `place` names it in messages. */
export function storeTarget(
  place: string,
  store: ObjectStore,
  options: StoreLockOptions = {},
): ReleaseTarget {
  let lock: StoreLock | null = null;
  /** How objects were when they were read under the lock: what changes one has to know its last state. */
  const read = new Map<string, Condition | undefined>();
  return {
    read: async (name) => {
      const found = await store.get(name);
      if (lock) read.set(name, unchanged(found));
      return found?.bytes ?? null;
    },
    write: async (name, bytes) => {
      const depends = read.has(name);
      const condition = read.get(name);
      read.delete(name);
      // A process that stood still may have lost the lock.
      await lock?.assertHeld(depends ? 'now' : undefined);
      if (await store.put(name, bytes, condition)) return;
      // The answer to the first of two equal writes may have been lost.
      const found = await store.get(name);
      if (found && Buffer.compare(found.bytes, bytes) === 0) return;
      throw new Error(`${name} at ${place} was changed by somebody else meanwhile; release again`);
    },
    remove: async (name) => {
      await lock?.assertHeld();
      await store.remove(name);
    },
    exclusively: async (work) => {
      const held = await acquireStoreLock(store, options);
      lock = held;
      try {
        return await work();
      } finally {
        lock = null;
        read.clear();
        // One that cannot be released is passed over soon; what the work came to counts.
        await held.release().catch(() => undefined);
      }
    },
  };
}
