import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** A ticket as a process of that id on that machine would have left it. */
const leaveTicket = (number: number, process: number, host = hostname()) => {
  const ticket = { host, process, user: 'olena', released: false };
  writeFileSync(path.join(folder, String(number)), JSON.stringify(ticket));
};

/** Id of a process that has been and is gone. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('what is released can be taken again', async () => {
  for (let time = 0; time < 3; time += 1) await (await acquireLock(folder, 0))();
  expect(readdirSync(folder)).toEqual(['3']);
});

test('of many at once, one works at a time and all get their turn', async () => {
  let working = 0;
  let done = 0;
  const work = async () => {
    const release = await acquireLock(folder, 20_000);
    working += 1;
    expect(working).toBe(1);
    await new Promise(setImmediate);
    working -= 1;
    done += 1;
    await release();
  };
  await Promise.all(Array.from({ length: 12 }, work));
  expect(done).toBe(12);
});

test('who waits hears once of whom, and gets it when it is released', async () => {
  const heard: string[] = [];
  const release = await acquireLock(folder, 0);
  const waiting = acquireLock(folder, 10_000, {
    onWait: (holder) => {
      heard.push(holder);
      void release();
    },
  });
  await (
    await waiting
  )();
  expect(heard).toEqual([expect.stringContaining(`on ${hostname()} (process ${String(process.pid)})`)]);
});

test('past the deadline it says who holds it and what to remove if that is gone', async () => {
  leaveTicket(7, process.pid);
  await expect(acquireLock(folder, 100)).rejects.toThrow(
    `olena on ${hostname()} (process ${String(process.pid)}) has not finished its release in 0.1 s; if it is gone, remove ${path.join(folder, '7')}`,
  );
});

test('a wait ends when it is no longer wanted', async () => {
  leaveTicket(1, process.pid);
  await expect(acquireLock(folder, 10_000, { signal: AbortSignal.timeout(50) })).rejects.toThrow('abort');
});

test('a holder that died is passed over at once', async () => {
  leaveTicket(4, await deadProcess());
  await acquireLock(folder, 0);
  expect(readdirSync(folder)).toEqual(['5']);
});

test('a holder on another machine counts as alive', async () => {
  leaveTicket(4, await deadProcess(), 'elsewhere');
  await expect(acquireLock(folder, 60)).rejects.toThrow('olena on elsewhere');
});

test('when a holder dies, one alone of those who wait follows it', async () => {
  leaveTicket(1, await deadProcess());
  const followed = await Promise.allSettled(Array.from({ length: 8 }, () => acquireLock(folder, 200)));
  expect(followed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
