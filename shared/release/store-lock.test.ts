import { expect, test } from '@jest/globals';
import type { Condition, ObjectStore, StoredObject } from './object-store';
import { acquireStoreLock } from './store-lock';
import { storeTarget } from './store-target';

/** A server's objects; one that ignores conditions, if told so. */
function memoryStore({ ignorant = false } = {}): ObjectStore {
  const objects = new Map<string, StoredObject>();
  let changes = 0;
  const holds = (name: string, condition: Condition | undefined) =>
    ignorant || !condition || (objects.get(name)?.tag ?? null) === condition.tag;
  return {
    get: (name) => Promise.resolve(objects.get(name) ?? null),
    put: (name, bytes, condition) => {
      if (!holds(name, condition)) return Promise.resolve(false);
      changes += 1;
      objects.set(name, { bytes: Buffer.from(bytes), tag: ignorant ? null : `"${String(changes)}"` });
      return Promise.resolve(true);
    },
    remove: (name) => Promise.resolve(void objects.delete(name)),
  };
}

/** A server whose answer to a write is lost once, so that the client sends it again. */
const repeating = (store: ObjectStore): ObjectStore => ({
  ...store,
  put: async (name, bytes, condition) => {
    await store.put(name, bytes, condition);
    return store.put(name, bytes, condition);
  },
});

test('a write whose answer was lost is known as our own, of the lock and of what it protects', async () => {
  const store = memoryStore();
  const target = storeTarget('here', repeating(store));
  await target.exclusively(async () => {
    await target.read('current.json');
    await target.write('current.json', Buffer.from('{}'));
  });
  expect((await store.get('current.json'))?.bytes.toString()).toBe('{}');
});

test('of several at once, at a server that ignores conditions, one alone has the lock', async () => {
  const store = memoryStore({ ignorant: true });
  const options = { settling: 50, lockDeadline: 300, silence: 60_000 };
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => acquireStoreLock(store, options)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('nor has it, there, who came last until a slower one came', async () => {
  const store = memoryStore({ ignorant: true });
  const options = { settling: 100, lockDeadline: 300, silence: 60_000 };
  let looks = 0;
  let looked = (): void => undefined;
  const twice = new Promise<void>((resolve) => {
    looked = resolve;
  });
  const quick = acquireStoreLock(
    {
      ...store,
      get: async (name) => {
        const found = await store.get(name);
        looks += 1;
        // It has seen the lock free, written its name and seen that it stands there.
        if (looks === 2) looked();
        return found;
      },
    },
    options,
  );
  const slow = acquireStoreLock(
    { ...store, put: (name, bytes) => twice.then(() => store.put(name, bytes)) },
    options,
  );
  const ended = await Promise.allSettled([quick, slow]);
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a server that ignores conditions and is slower than the wait is given up', async () => {
  const store = memoryStore({ ignorant: true });
  const lock = acquireStoreLock(store, { settling: -1, lockDeadline: 0 });
  await expect(lock).rejects.toThrow('too slow');
});

test('a lock that is no ticket is told', async () => {
  const store = memoryStore();
  await store.put('.lock', Buffer.from('<html>'));
  await expect(acquireStoreLock(store)).rejects.toThrow(/^\.lock of the target.*\. Remove it$/);
});

test('what the work came to counts, even if the lock cannot be released', async () => {
  const store = memoryStore();
  let gone = false;
  const target = storeTarget('here', {
    ...store,
    get: (name) => (gone ? Promise.reject(new Error('unreachable')) : store.get(name)),
  });
  const work = target.exclusively(() => {
    gone = true;
    return Promise.resolve('done');
  });
  expect(await work).toBe('done');
});
