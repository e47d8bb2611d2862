import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two requests of one visitor: readers, not a benchmark, and fewer than the gateway allows one. */
const PACE = 25;
const REQUEST_DEADLINE = 40_000;
const READERS = 4;
const SENDERS = 2;

/** What became of the requests so far. */
export interface Outcome {
  readonly reads: number;
  /** Keys of the submissions that were answered with 201. */
  readonly acknowledged: readonly string[];
  /** Requests that failed, each in words. */
  readonly failures: readonly string[];
  /** Milliseconds of the slowest one. */
  readonly slowest: number;
}

export interface Load {
  readonly outcome: Outcome;
  /** Resolves when that many more requests have ended. */
  readonly pass: (requests: number) => Promise<void>;
  readonly stop: () => Promise<Outcome>;
}

/** The address of a visitor, as a proxy in front of the gateway gives it. */
export const from = (visitor: number): Record<string, string> => ({
  'x-forwarded-for': `198.51.100.${String(visitor)}`,
});

/** Visitors that read these addresses in turn and send messages, each under a key, until they are stopped. */
export function startLoad(url: string, addresses: readonly string[]): Load {
  const outcome = { reads: 0, acknowledged: [] as string[], failures: [] as string[], slowest: 0, ended: 0 };
  let running = true;

  const ask = async (address: string, init: RequestInit, expected: number) => {
    const started = Date.now();
    try {
      const response = await fetch(url + address, { ...init, signal: AbortSignal.timeout(REQUEST_DEADLINE) });
      const body = await response.text();
      if (response.status === expected) return true;
      outcome.failures.push(`${address} answered ${String(response.status)}: ${body.slice(0, 120)}`);
    } catch (error) {
      outcome.failures.push(`${address} ${error instanceof Error ? reasonOf(error) : String(error)}`);
    } finally {
      outcome.slowest = Math.max(outcome.slowest, Date.now() - started);
      outcome.ended += 1;
    }
    return false;
  };
  const read = async (visitor: number) => {
    for (let index = visitor * 3; running; index += 1) {
      const address = addresses[index % addresses.length] ?? '/';
      if (await ask(address, { headers: from(visitor) }, 200)) outcome.reads += 1;
      await pause(PACE);
    }
  };
  const send = async (visitor: number) => {
    while (running) {
      const key = randomUUID();
      if (await ask('/api/contact', submission(key, from(visitor)), 201)) outcome.acknowledged.push(key);
      await pause(PACE);
    }
  };
  const visitors = [
    ...Array.from({ length: READERS }, (_, index) => read(index)),
    ...Array.from({ length: SENDERS }, (_, index) => send(READERS + index)),
  ];
  return {
    outcome,
    async pass(requests) {
      const goal = outcome.ended + requests;
      while (outcome.ended < goal) await pause(PACE);
    },
    async stop() {
      running = false;
      await Promise.all(visitors);
      return outcome;
    },
  };
}

/** A message under a key; another one under none. */
export const submission = (
  key?: string,
  headers: Readonly<Record<string, string>> = {},
): { readonly method: string; readonly headers: Record<string, string>; readonly body: string } => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    ...(key !== undefined && { 'idempotency-key': key }),
    ...headers,
  },
  body: JSON.stringify({
    name: 'Ірина',
    email: 'iryna@example.com',
    phone: '+380501112233',
    message: `Тест ${key ?? ''}`,
  }),
});

const reasonOf = ({ message, cause }: Error) =>
  cause instanceof Error ? `${message}: ${cause.message}` : message;
