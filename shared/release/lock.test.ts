import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { acquireLock } from './lock';
import { temporaryFolder } from './testing/temporary-folder';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

/** Milliseconds: a test cannot wait as long as a release. */
const SILENCE = 1_000;

/** A ticket as a process of that id on that machine would have left it. */
const leaveTicket = (number: number, process: number, host = hostname()) => {
  const ticket = { host, process, user: 'olena', released: false };
  writeFileSync(path.join(folder, String(number)), JSON.stringify(ticket));
};

test('what is released can be taken again', async () => {
  for (let time = 0; time < 3; time += 1) await (await acquireLock(folder, 0)).release();
  expect(readdirSync(folder)).toEqual(['3']);
});

test('of many at once, one works at a time and all get their turn', async () => {
  let working = 0;
  let done = 0;
  const work = async () => {
    const lock = await acquireLock(folder, 20_000);
    working += 1;
    expect(working).toBe(1);
    await new Promise(setImmediate);
    working -= 1;
    done += 1;
    await lock.release();
  };
  await Promise.all(Array.from({ length: 12 }, work));
  expect(done).toBe(12);
});

test('who waits hears once of whom, and gets it when it is released', async () => {
  const heard: string[] = [];
  const first = await acquireLock(folder, 0);
  const waiting = acquireLock(folder, 10_000, {
    onWait: (holder) => {
      heard.push(holder);
      void first.release();
    },
  });
  await (await waiting).release();
  expect(heard).toEqual([expect.stringContaining(`on ${hostname()} (process ${String(process.pid)})`)]);
});

test('past the deadline it says who holds it', async () => {
  leaveTicket(7, 4711, 'elsewhere');
  await expect(acquireLock(folder, 100)).rejects.toThrow(
    'olena on elsewhere (process 4711) has not finished its release in 0.1 s; try again when it has',
  );
});

test('a wait ends when it is no longer wanted', async () => {
  leaveTicket(1, process.pid);
  await expect(acquireLock(folder, 10_000, { signal: AbortSignal.timeout(50) })).rejects.toThrow('abort');
});

test.each([hostname(), 'elsewhere'])(
  'a holder on %s that gives no heartbeat any more is passed over',
  async (host) => {
    // Its number says nothing: in another container it is somebody else's, here our own.
    leaveTicket(4, process.pid, host);
    await (await acquireLock(folder, 60_000, { silence: 100 })).release();
    expect(readdirSync(folder)).toEqual(['5']);
  },
);

test('a holder that works for longer than a dead one is waited for keeps the lock', async () => {
  const lock = await acquireLock(folder, 0, { silence: SILENCE });
  await expect(acquireLock(folder, 3 * SILENCE, { silence: SILENCE })).rejects.toThrow('has not finished');
  await expect(lock.assertHeld()).resolves.toBeUndefined();
  await lock.release();
});

test('when a holder dies, one alone of those who wait follows it', async () => {
  leaveTicket(1, process.pid);
  const waiting = Array.from({ length: 8 }, () => acquireLock(folder, 2 * SILENCE, { silence: SILENCE }));
  const followed = await Promise.allSettled(waiting);
  const locks = followed.filter((each) => each.status === 'fulfilled');
  expect(locks).toHaveLength(1);
  await locks[0]?.value.release();
});

test('who stood still so long that another took over hears of it, and leaves the other’s lock alone', async () => {
  const lost = await acquireLock(folder, 0);
  leaveTicket(2, process.pid, 'elsewhere');
  await expect(lost.assertHeld()).rejects.toThrow('Another release has taken over');
  await lost.release();
  expect(readdirSync(folder).sort()).toEqual(['1', '2']);
});
