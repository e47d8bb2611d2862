import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Type, type Static } from '@sinclair/typebox';
import { parseChecked } from '../contracts/checked';
import { messageOf } from '../process/errors';
import { describeHolder, HolderSchema, holderHere, notReleased, takenOver } from './lock-holder';
import { unchanged, type Condition, type ObjectStore } from './object-store';
import { LOCK_DEADLINE, type TargetOptions } from './release-target';

/** The object that says who holds the lock; no origin needs to show it. */
const LOCK = '.lock';
/** Milliseconds between two polls of a lock that is held. */
const INTERVAL = 500;
/** Milliseconds without a heartbeat after which a holder counts as dead, and how many beats fit into them. */
const SILENCE = 15_000;
const BEATS = 10;
/** Milliseconds after which a server that ignores conditions is asked who came last. */
const SETTLING = 1_000;

const TicketSchema = Type.Composite([
  HolderSchema,
  Type.Object({ id: Type.String(), beat: Type.Integer(), released: Type.Boolean() }),
]);
type Ticket = Static<typeof TicketSchema>;

export interface StoreLockOptions extends TargetOptions {
  /** Milliseconds; has to be longer than one who takes the lock needs from its look at it to its write. */
  readonly settling?: number;
}

/** A lock that is held. */
export interface StoreLock {
  /**
   * Rejects when somebody has taken the lock over. Asks the server when the last heartbeat is long ago, or when `now`
   * says so.
   */
  assertHeld(now?: 'now'): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lock of an object store: one object names its holder and counts its heartbeats, and is replaced only by
 * who has read its last state (`If-Match`, `If-None-Match`). How long a heartbeat stands still is measured by the
 * clock of who waits, so that clocks may differ. Where the server ignores conditions, who has written its name waits
 * and then reads it again: of several at once the last one stays, as in Fischer's algorithm (Lamport, A Fast Mutual
 * Exclusion Algorithm, 1987). That is right as long as no request takes longer than the wait. Rejects after
 * the deadline, naming the holder.
 */
export async function acquireStoreLock(
  store: ObjectStore,
  {
    onWait,
    signal,
    lockDeadline = LOCK_DEADLINE,
    silence = SILENCE,
    settling = SETTLING,
  }: StoreLockOptions = {},
): Promise<StoreLock> {
  const mine: Ticket = { ...holderHere(), id: randomUUID(), beat: 0, released: false };
  const started = Date.now();
  let waits = false;
  let seen = { beat: '', since: started };
  for (;;) {
    signal?.throwIfAborted();
    const asked = Date.now();
    const { ticket, condition } = await readTicket(store);
    const held = ticket && !ticket.released && ticket.id !== mine.id ? ticket : null;
    if (held) {
      const beat = `${held.id} ${String(held.beat)}`;
      if (beat !== seen.beat) seen = { beat, since: Date.now() };
    }
    if (!held || Date.now() - seen.since > silence) {
      await writeTicket(store, mine, condition);
      if (await isOurs(store, mine, { condition, asked, settling })) return hold(store, mine, silence);
      if (Date.now() - started >= lockDeadline) throw tooSlow(lockDeadline);
      continue;
    }
    if (Date.now() - started >= lockDeadline) throw notReleased(held, lockDeadline);
    if (!waits) onWait?.(describeHolder(held));
    waits = true;
    await pause(Math.min(INTERVAL, silence / BEATS), undefined, { signal });
  }
}

const tooSlow = (deadline: number) =>
  new Error(
    `The target's server is too slow: it took no lock in ${String(deadline / 1000)} s; try again when it has less to do`,
  );

interface Attempt {
  /** With which the ticket was written. */
  readonly condition: Condition | undefined;
  /** When the lock was seen free, by this machine's clock. */
  readonly asked: number;
  readonly settling: number;
}

/** Whether the ticket that was written became the lock's. */
async function isOurs(
  store: ObjectStore,
  mine: Ticket,
  { condition, asked, settling }: Attempt,
): Promise<boolean> {
  const isLast = async () => (await readTicket(store)).ticket?.id === mine.id;
  if (!(await isLast())) return false;
  // The same write again: its condition no longer holds, and a server that knows conditions refuses it.
  if (condition && !(await writeTicket(store, mine, condition))) return true;
  // Too late: somebody else may have seen meanwhile that it came last.
  if (Date.now() - asked > settling) return false;
  await pause(settling);
  return isLast();
}

function hold(store: ObjectStore, mine: Ticket, silence: number): StoreLock {
  let beat = 0;
  let lost = false;
  let confirmed = Date.now();
  const write = async (released: boolean) => {
    const asked = Date.now();
    const { ticket, condition } = await readTicket(store);
    beat += 1;
    const written =
      ticket?.id === mine.id && (await writeTicket(store, { ...mine, beat, released }, condition));
    // A write that is refused may be our own: its answer was lost, and it was sent again.
    lost = !written && (await readTicket(store)).ticket?.id !== mine.id;
    if (!lost) confirmed = asked;
  };
  let writing: Promise<unknown> = Promise.resolve();
  /** One after another: each write needs the tag of the one before. */
  const confirm = (released = false) => {
    const next = writing.then(() => write(released));
    writing = next.catch(() => undefined);
    return next;
  };
  let beating = false;
  const heart = setInterval(() => {
    if (beating) return;
    beating = true;
    // What keeps a heartbeat from the server, `assertHeld` meets as well.
    void confirm()
      .catch(() => undefined)
      .finally(() => {
        beating = false;
      });
  }, silence / BEATS);
  heart.unref();
  return {
    assertHeld: async (now) => {
      if (!lost && (now || Date.now() - confirmed > silence / 2)) await confirm();
      if (lost) throw takenOver();
    },
    release: async () => {
      clearInterval(heart);
      if (!lost) await confirm(true);
    },
  };
}

async function readTicket(
  store: ObjectStore,
): Promise<{ readonly ticket: Ticket | null; readonly condition: Condition | undefined }> {
  const found = await store.get(LOCK);
  return { ticket: found && parseTicket(found.bytes), condition: unchanged(found) };
}

const writeTicket = (store: ObjectStore, ticket: Ticket, condition: Condition | undefined) =>
  store.put(LOCK, Buffer.from(JSON.stringify(ticket)), condition);

function parseTicket(bytes: Buffer): Ticket {
  try {
    return parseChecked(TicketSchema, bytes, `${LOCK} of the target`);
  } catch (cause) {
    throw new Error(`${messageOf(cause)}. Remove it`, { cause });
  }
}
