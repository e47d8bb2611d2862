import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import { freePort } from '@vidlunnia/settings/machine';
import { run, serve } from './support/api-process';
import { post } from './support/build';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { databasesForAll } from './support/databases-for-all';
import { message } from './support/payloads';
import { emptyPostgres } from './support/on-postgres';

/** `SUBMISSIONS=500 npm run test:unit -- endurance` runs longer; `--seed` repeats the moments of a run. */
const SUBMISSIONS = Number(process.env['SUBMISSIONS'] ?? 40);
/** Acknowledgements between two kills, at most. */
const BETWEEN_KILLS = Math.min(400, SUBMISSIONS * 0.75);

jest.setTimeout(600_000);
let state = Math.abs(jest.getSeed() % 2_147_483_646) + 1;
/** A random whole number from 1; they are the same for the same seed (Lehmer). */
const random = (most: number) => 1 + ((state = (state * 48_271) % 2_147_483_647) % Math.floor(most));

/** Sends a message until it is acknowledged. */
async function sendUntilStored(port: number, key: string): Promise<void> {
  for (;;) {
    const request = post({ ...message, message: key }, { 'idempotency-key': key });
    const response = await fetch(`http://127.0.0.1:${String(port)}/api/contact`, request).catch(() => null);
    await response?.body?.cancel().catch(() => undefined);
    if (response?.status === 201) return;
    if (response && response.status < 500) throw new Error(`${key} was answered ${String(response.status)}`);
    await pause(100);
  }
}

const postgres = emptyPostgres();

test.each(['PGlite', 'PostgreSQL'])(
  'every submission that %s acknowledged is stored once, although the API is killed at random moments',
  async (kind) => {
    const folder = temporaryFolder();
    const isEmbedded = kind === 'PGlite';
    if (isEmbedded) await cp(databasesForAll().pglite, join(folder, 'db'), { recursive: true });
    const port = await freePort();
    const environment = {
      ...{ SUBMISSIONS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE: '1000000' },
      ...{ API_PORT: String(port), DATA_DIR: folder, ...(!isEmbedded && { DATABASE_URL: postgres() }) },
    };
    const acknowledged: string[] = [];
    let api = await serve(environment);
    try {
      let sent = 0;
      const send = async () => {
        while (sent < SUBMISSIONS) {
          const key = `endurance-${String(++sent)}`;
          await sendUntilStored(port, key);
          acknowledged.push(key);
        }
      };
      const kill = async () => {
        let next = random(BETWEEN_KILLS);
        while (next < SUBMISSIONS) {
          while (acknowledged.length < next) await pause(1);
          // Anywhere within a statement, not only after one.
          await pause(random(5));
          api.child.kill('SIGKILL');
          await api.ended;
          api = await serve(environment);
          next = acknowledged.length + random(BETWEEN_KILLS);
        }
      };
      await Promise.all([...Array.from({ length: 16 }, send), kill()]);
      // Messages without a token are stored as suspected, by the same statement.
      const listed = run(['submissions', 'suspected'], environment);
      await listed.ended;
      const keys = listed.output().match(/endurance-\d+/g) ?? [];
      expect(keys.sort()).toEqual(acknowledged.sort());
    } finally {
      api.child.kill('SIGKILL');
      await api.ended;
    }
  },
);
