import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgres } from '@vidlunnia/api/src/database/open-postgres';
import { operateOn, operateThrough } from '@vidlunnia/api/src/submissions/channel';
import { pagesOf, type Operate } from '@vidlunnia/api/src/submissions/operations';
import { serve, type ApiProcess } from '@vidlunnia/api/test/support/api-process';
import { startPostgres } from '@vidlunnia/api/test/support/postgres-server';
import { message } from '@vidlunnia/api/test/support/payloads';
import { randomNumbers, type RandomNumbers } from './random-numbers';
import { freePort } from '@vidlunnia/scripts/stack';

/** What a trial has shown. */
export interface Finding {
  readonly name: string;
  readonly measured: string;
  readonly passed: boolean;
}

interface Options {
  readonly submissions: number;
  /** The same one kills after the same numbers of acknowledgements. */
  readonly seed: number;
}

/** Where submissions are stored, and which are there. */
interface Store {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly keys: () => Promise<readonly string[]>;
  readonly remove: () => Promise<void>;
}

const SENDERS = 16;
/** Acknowledgements between two kills, at most. */
const BETWEEN_KILLS = 400;
/** Milliseconds until a submission without a response is sent again. */
const RETRY_AFTER = 100;
/** Milliseconds for one response, and for a submission in all. */
const RESPONSE_DEADLINE = 15_000;
const DEADLINE = 120_000;

/**
 * Sends messages to an API that is killed (SIGKILL) at random moments, on either database. Clients send again under
 * the same key until they are told 201: then each must be there, once.
 */
export async function killedWhileStoring(options: Options): Promise<Finding[]> {
  const trial = async (open: () => Promise<Store>) => {
    const store = await open();
    try {
      return await run(store, options);
    } finally {
      await store.remove();
    }
  };
  // Side by side: most of the time one process starts.
  const trials = await Promise.allSettled([onPglite, onPostgres].map(trial));
  return trials.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

async function run(store: Store, { submissions, seed }: Options): Promise<Finding> {
  const next = randomNumbers(seed);
  const port = await freePort();
  const environment = {
    ...store.environment,
    ...LOUD_LIMITS,
    API_PORT: String(port),
    NODE_ENV: 'production',
  };
  const acknowledged: string[] = [];
  let repeated = 0;
  let kills = 0;
  const start = () => serve(environment);
  let api: ApiProcess = await start();
  try {
    let sent = 0;
    const send = async () => {
      while (sent < submissions) {
        sent += 1;
        const key = `endurance-${String(sent)}`;
        repeated += await sendUntilStored(port, key);
        acknowledged.push(key);
      }
    };
    const sending = Promise.all(Array.from({ length: SENDERS }, send));
    const kill = async () => {
      for (let at = soon(next); at < submissions; at = acknowledged.length + soon(next)) {
        while (acknowledged.length < Math.min(at, submissions)) await pause(1);
        if (acknowledged.length >= submissions) return;
        // Anywhere within a statement, not only as one has ended.
        await pause(next(5));
        api.child.kill('SIGKILL');
        await api.ended;
        kills += 1;
        api = await start();
        process.stdout.write(
          `${store.name}: ${String(acknowledged.length)} stored, ${String(kills)} kills\n`,
        );
      }
    };
    await Promise.all([sending, kill()]);
    const stored = await store.keys();
    const different = new Set(stored);
    const lost = acknowledged.filter((key) => !different.has(key)).length;
    const doubled = stored.length - different.size;
    return {
      name: `kill -9 on ${store.name}`,
      measured: `${String(acknowledged.length)} acknowledged, ${String(kills)} kills, ${String(repeated)} sent again: ${String(lost)} lost, ${String(doubled)} doubled`,
      passed: lost === 0 && doubled === 0 && acknowledged.length === submissions,
    };
  } finally {
    api.child.kill('SIGKILL');
    await api.ended;
  }
}

const LOUD_LIMITS = { SUBMISSIONS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE: '1000000', LOG_LEVEL: 'info' };

const soon = (next: RandomNumbers) => 1 + next(BETWEEN_KILLS);

/** Resolves when a message is acknowledged, with how often it had to be sent again. */
async function sendUntilStored(port: number, key: string): Promise<number> {
  const deadline = Date.now() + DEADLINE;
  for (let again = 0; Date.now() < deadline; again += 1) {
    const response = await fetch(`http://127.0.0.1:${String(port)}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...message, message: key }),
      signal: AbortSignal.timeout(RESPONSE_DEADLINE),
    }).catch(() => null);
    await response?.body?.cancel().catch(() => undefined);
    if (response?.status === 201) return again;
    if (response && response.status < 500) throw new Error(`${key} was answered ${String(response.status)}`);
    await pause(RETRY_AFTER);
  }
  throw new Error(`${key} was not stored within ${String(DEADLINE / 1000)} s`);
}

/** Of messages without a token: they are stored as suspected, which is the same statement. */
async function suspectedMessages(operate: Operate): Promise<string[]> {
  const texts: string[] = [];
  for await (const rows of pagesOf(operate, { kind: 'messages', suspected: true }))
    texts.push(...rows.map((row) => row['message'] ?? ''));
  return texts;
}

async function onPglite(): Promise<Store> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vidlunnia-endurance-'));
  return {
    name: 'PGlite',
    environment: { DATA_DIR: folder },
    keys: () => suspectedMessages(operateThrough(folder)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function onPostgres(): Promise<Store> {
  const server = await startPostgres();
  const folder = await mkdtemp(path.join(tmpdir(), 'vidlunnia-endurance-'));
  return {
    name: 'PostgreSQL',
    environment: { DATABASE_URL: server.url, DATA_DIR: folder },
    keys: async () => {
      const { database, close } = await openPostgres(server.url);
      const keys = await suspectedMessages(operateOn(database));
      await close();
      return keys;
    },
    remove: async () => {
      await server.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
