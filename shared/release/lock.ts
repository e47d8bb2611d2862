import { randomUUID } from 'node:crypto';
import { link, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeFolder } from '../environment/folder';
import { codeOf } from '../process/errors';
import { describeHolder, holderHere, notReleased, takenOver, type Holder } from './lock-holder';
import type { TargetOptions } from './release-target';

/** Milliseconds between two polls of a lock that is held. */
const INTERVAL = 50;
/** Milliseconds without a heartbeat after which a holder counts as dead, and how many beats fit into them. */
const SILENCE = 5_000;
const BEATS = 10;

export type LockOptions = Pick<TargetOptions, 'onWait' | 'signal' | 'silence'>;

/** A lock that is held. */
export interface Lock {
  /** Rejects when somebody has taken the lock over meanwhile: nothing may be written any more. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

interface Ticket extends Holder {
  readonly released: boolean;
}

/**
 * Takes the lock that lies in `folder`. It consists of numbered tickets: the highest holds it, until it says that it
 * is released or its heartbeat, the time of its file, stands still. Processes of other containers and machines are
 * seen by it as well; how long it stands still is measured by the clock of who waits, so that clocks may differ. Who
 * takes the lock makes the next number, which the file system grants to one alone; a name that is freed could be taken
 * by two that both saw the last holder die. Rejects after `deadline` milliseconds, naming the holder.
 */
export async function acquireLock(
  folder: string,
  deadline: number,
  { onWait, signal, silence = SILENCE }: LockOptions = {},
): Promise<Lock> {
  await makeFolder(folder);
  const end = Date.now() + deadline;
  let waits = false;
  let seen = { beat: '', since: Date.now() };
  for (;;) {
    const last = Math.max(0, ...(await numbers(folder)));
    const held = await holderOf(folder, last);
    if (held && held.beat !== seen.beat) seen = { beat: held.beat, since: Date.now() };
    if (!held || Date.now() - seen.since > silence) {
      const mine = last + 1;
      if (await create(folder, mine)) return hold(folder, mine, silence / BEATS);
      continue;
    }
    if (Date.now() >= end) throw notReleased(held.ticket, deadline);
    if (!waits) onWait?.(describeHolder(held.ticket));
    waits = true;
    await pause(INTERVAL, undefined, { signal });
  }
}

const ticket = (released: boolean): Ticket => ({ ...holderHere(), released });

const numbers = async (folder: string) =>
  (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number);

/** Who holds the ticket of that number, and its last heartbeat; `null` when nobody does any more. */
async function holderOf(folder: string, number: number) {
  const file = path.join(folder, String(number));
  try {
    const held = JSON.parse(await readFile(file, 'utf8')) as Ticket;
    return held.released
      ? null
      : { ticket: held, beat: `${String(number)} ${String((await stat(file)).mtimeMs)}` };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
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

function hold(folder: string, number: number, heartbeat: number): Lock {
  const file = path.join(folder, String(number));
  // What keeps a heartbeat from its file, `assertHeld` meets as well.
  const heart = setInterval(
    () => void utimes(file, new Date(), new Date()).catch(() => undefined),
    heartbeat,
  );
  heart.unref();
  const isHeld = async () => Math.max(0, ...(await numbers(folder))) === number;
  return {
    assertHeld: async () => {
      if (await isHeld()) return;
      throw takenOver();
    },
    release: async () => {
      clearInterval(heart);
      if (await isHeld()) await rename(await writeDraft(folder, ticket(true)), file);
    },
  };
}

/** A ticket appears whole or not at all. */
async function writeDraft(folder: string, content: Ticket): Promise<string> {
  const draft = path.join(folder, `draft-${randomUUID()}`);
  await writeFile(draft, JSON.stringify(content));
  return draft;
}
