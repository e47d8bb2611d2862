import { types } from 'node:util';
import type { Database } from '../database/database';
import type { Channel } from '../database/schema';
import { within } from '../within';
import {
  claimDeliveries,
  dropDelivery,
  markDelivered,
  markFailed,
  readLetter,
  type ClaimedDelivery,
  type Letter,
} from './outbox';

/** A failed attempt. Its message is stored and logged, and has no personal data. */
export class DeliveryError extends Error {
  /** Whether further attempts are useless. */
  readonly isFinal: boolean;
  /** Milliseconds that the receiver wants to have before the next attempt. */
  readonly retryMs: number;
  constructor(message: string, { isFinal = false, retryMs = 0 } = {}) {
    super(message);
    this.isFinal = isFinal;
    this.retryMs = retryMs;
  }
}

/** Attempts before a delivery is dead: a day and a half with `backOff`. */
export const MAX_ATTEMPTS = 12;
const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = 6 * 3_600_000;

/**
 * Milliseconds from a failed attempt to the next: 10 s, 40 s, 3 min, 11 min, 43 min, 3 h, then 6 h; up to half less, so
 * that deliveries that failed together are not repeated together.
 * @param attempts made so far
 */
export function backOff(attempts: number, random = Math.random()): number {
  const whole = Math.min(FIRST_WAIT_MS * 4 ** (attempts - 1), MAX_WAIT_MS);
  return Math.round(whole * (1 - random / 2));
}

/**
 * Delivers a letter on one channel; repeats it when the result of an attempt is unknown.
 * @throws DeliveryError
 */
export type Deliver = (letter: Letter, signal: AbortSignal) => Promise<void>;

/** Result of an attempt. After `failed` there is another one. */
type Outcome = 'delivered' | 'failed' | 'dead';

interface WorkerOptions {
  readonly database: Database;
  readonly channel: Channel;
  readonly deliver: Deliver;
  readonly log: { warn(facts: object, message: string): void };
  readonly onOutcome: (outcome: Outcome) => void;
  /** Milliseconds for one attempt. */
  readonly attemptMs?: number;
}

const BATCH = 10;
const POLL_MS = 5_000;
const ATTEMPT_MS = 15_000;
/**
 * Extra time of a claim after its attempt, to read the submission and store the result: queries of at most 5 s each.
 */
const SETTLE_MS = 15_000;
/** Milliseconds for running attempts to end before they are aborted. */
const GRACE_MS = 4_000;

/** Delivers due letters on one channel. Several may share a database, and a stuck channel does not delay others. */
export function createWorker(options: WorkerOptions) {
  const { database, channel, deliver, log, onOutcome, attemptMs = ATTEMPT_MS } = options;
  const breakingOff = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let isStopping = false;

  /** Checks for due deliveries. */
  const wake = () => {
    if (isStopping) return;
    isWanted = true;
    running ??= run();
  };

  async function run(): Promise<void> {
    // After the caller's own work: a visitor's response has priority.
    await new Promise(setImmediate);
    while (isWanted && !isStopping) {
      isWanted = false;
      await deliverDue();
    }
    running = undefined;
  }

  /** Resolves when nothing is due any more, or the database is unavailable. */
  async function deliverDue(): Promise<void> {
    try {
      let claimed: ClaimedDelivery[];
      do {
        claimed = await claimDeliveries(database, channel, { limit: BATCH, leaseMs: attemptMs + SETTLE_MS });
        await Promise.all(claimed.map(attempt));
      } while (claimed.length === BATCH && !isStopping);
    } catch (error) {
      log.warn({ err: error, channel }, 'deliveries wait for the database');
    }
  }

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    const { attempts } = delivery;
    const letter = await readLetter(database, delivery);
    if (letter === undefined) return dropDelivery(database, delivery);
    const failure = await failureOf(letter, attempts);
    if (failure === undefined) {
      onOutcome('delivered');
      return markDelivered(database, delivery);
    }
    if (breakingOff.signal.aborted) return;
    const isLast = failure.isFinal || attempts >= MAX_ATTEMPTS;
    onOutcome(isLast ? 'dead' : 'failed');
    log.warn({ channel, attempts, reason: failure.message, isLast }, 'a submission was not delivered');
    const wait = Math.min(Math.max(backOff(attempts), failure.retryMs), MAX_WAIT_MS);
    await markFailed(database, delivery, failure.message, isLast ? undefined : wait);
  }

  async function failureOf(letter: Letter, attempts: number): Promise<DeliveryError | undefined> {
    // The last attempts were never recorded: a delivery that kills its process must not do so for ever.
    if (attempts > MAX_ATTEMPTS) return new DeliveryError('the process ended at every attempt');
    const deadline = AbortSignal.timeout(attemptMs);
    try {
      await deliver(letter, AbortSignal.any([deadline, breakingOff.signal]));
      return undefined;
    } catch (error) {
      if (deadline.aborted) return new DeliveryError(`not taken within ${String(attemptMs / 1000)} s`);
      if (error instanceof DeliveryError) return error;
      // Other parts of the error may name the sender.
      return new DeliveryError(types.isNativeError(error) ? error.name : 'unknown');
    }
  }

  return {
    deliverDue,
    wake,
    /** Checks now, and from now on every few seconds, for retries and for deliveries that other processes left. */
    start() {
      timer = setInterval(wake, POLL_MS);
      wake();
    },
    /** Resolves when no attempt is running. Aborted deliveries are due again when their lease ends. */
    async stop(graceMs = GRACE_MS) {
      isStopping = true;
      clearInterval(timer);
      if (running === undefined) return;
      await within(graceMs, running);
      breakingOff.abort();
      await running;
    },
  };
}
