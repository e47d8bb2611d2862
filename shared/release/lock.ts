import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder } from '../environment/folder';
import { codeOf } from '../process/errors';

/** Milliseconds between two looks at a lock that is held. */
const INTERVAL = 50;

export interface LockOptions {
  /** Told once who holds the lock, when that has to be waited for. */
  readonly onWait?: (holder: string) => void;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

interface Ticket {
  readonly host: string;
  readonly process: number;
  readonly user: string;
  readonly released: boolean;
}

/**
 * Takes the lock that lies in `folder`; resolves to what gives it back. It consists of numbered tickets: the highest
 * holds it, until it says that it is released or its process is gone. Who takes it makes the next number, which the
 * file system grants to one alone; a name that is freed could be taken by two that both saw the last holder die.
 * Rejects after `deadline` milliseconds, naming the holder.
 */
export async function acquireLock(
  folder: string,
  deadline: number,
  { onWait, signal }: LockOptions = {},
): Promise<() => Promise<void>> {
  await makeFolder(folder);
  const end = Date.now() + deadline;
  let waits = false;
  for (;;) {
    const last = Math.max(0, ...(await numbers(folder)));
    const holder = await holderOf(folder, last);
    if (!holder) {
      const mine = last + 1;
      if (await create(folder, mine)) return () => release(folder, mine);
      continue;
    }
    if (Date.now() >= end) {
      const file = path.join(folder, String(last));
      throw new Error(
        `${describe(holder)} has not finished its release in ${String(deadline / 1000)} s; if it is gone, remove ${file}`,
      );
    }
    if (!waits) onWait?.(describe(holder));
    waits = true;
    await pause(INTERVAL, undefined, { signal });
  }
}

const ticket = (released: boolean): Ticket => ({
  host: hostname(),
  process: process.pid,
  user: process.env['USER'] ?? process.env['USERNAME'] ?? 'somebody',
  released,
});

const describe = ({ user, host, process }: Ticket) => `${user} on ${host} (process ${String(process)})`;

const numbers = async (folder: string) =>
  (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number);

/** Who holds the ticket of that number; `null` when nobody does any more. */
async function holderOf(folder: string, number: number): Promise<Ticket | null> {
  const text = await readFile(path.join(folder, String(number)), 'utf8').catch(() => null);
  if (text === null) return null;
  const held = JSON.parse(text) as Ticket;
  // Of another machine's processes nothing can be known here: they count as alive.
  const gone = held.host === hostname() && !isAlive(held.process);
  return held.released || gone ? null : held;
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Whether the ticket of that number became ours, and is the highest. */
async function create(folder: string, number: number): Promise<boolean> {
  const draft = await writeDraft(folder, ticket(false));
  try {
    await link(draft, path.join(folder, String(number)));
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft);
  }
  const all = await numbers(folder);
  // We may have looked so long ago that the number was used, and removed, before we made it.
  const outrun = all.some((other) => other > number);
  const useless = outrun ? [number] : all.filter((other) => other < number);
  await Promise.all(useless.map((other) => rm(path.join(folder, String(other)), { force: true })));
  return !outrun;
}

async function release(folder: string, number: number): Promise<void> {
  await rename(await writeDraft(folder, ticket(true)), path.join(folder, String(number)));
}

/** A ticket appears whole or not at all. */
async function writeDraft(folder: string, content: Ticket): Promise<string> {
  const draft = path.join(folder, `draft-${randomUUID()}`);
  await writeFile(draft, JSON.stringify(content));
  return draft;
}
