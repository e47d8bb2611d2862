import { sql } from 'drizzle-orm';
import type { Database } from '../../src/database/database';
import { deliveries, type Channel } from '../../src/database/schema';
import { createWorker, type Deliver } from '../../src/delivery/delivery-worker';

/** A worker that is not started: it delivers on request. */
export function workerOn(database: Database, channel: Channel, deliver: Deliver, attemptMs?: number) {
  const outcomes: string[] = [];
  const log: { readonly facts: object; readonly message: string }[] = [];
  const worker = createWorker({
    ...{ database, channel, deliver },
    log: { warn: (facts, message) => void log.push({ facts, message }) },
    onOutcome: (outcome) => void outcomes.push(outcome),
    ...(attemptMs !== undefined && { attemptMs }),
  });
  return { worker, outcomes, log };
}

/** Makes all deliveries due, including those that wait for a retry or have a lease. */
export async function makeDue(database: Database): Promise<void> {
  await database.update(deliveries).set({ next_attempt_at: sql`now() - interval '1 second'` });
}
