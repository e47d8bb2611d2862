import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { messages } from '../../src/database/schema';
import { createSubmissionGate } from '../../src/submissions/submission-gate';
import { build, post } from '../support/build';
import { onPostgres } from '../support/on-each-database';
import { openPostgres } from '../../src/database/open-postgres';
import { message } from '../support/payloads';

test('a gate lets in so many at once, the next when one has left', () => {
  const gate = createSubmissionGate(2);
  const leave = gate.enter();
  expect([leave, gate.enter(), gate.enter()]).toEqual([
    expect.any(Function),
    expect.any(Function),
    undefined,
  ]);
  leave?.();
  expect([gate.enter(), gate.enter()]).toEqual([expect.any(Function), undefined]);
});

onPostgres((url) => {
  test('while 24 submissions wait for the database, the next is shed at once, and none that is accepted is lost', async () => {
    const [{ database, close }, locking] = await Promise.all([openPostgres(url()), openPostgres(url())]);
    // The counts live in a table of their own, whose lock would only have them given up.
    const ask = await build(database, { replicated: false });
    const send = (n: number) =>
      ask(
        '/api/contact',
        post({ ...message, message: String(n) }, { 'idempotency-key': `key-${String(n)}` }),
      );
    let waiting: ReturnType<typeof send>[] = [];
    await locking.database.transaction(async (transaction) => {
      await transaction.execute(sql`LOCK TABLE messages IN SHARE MODE`);
      waiting = Array.from({ length: 40 }, (_, n) => send(n));
      const shed = await Promise.race(waiting);
      expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '5']);
      expect((await ask('/api/services')).status).toBe(200);
    });
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(16);
    expect(statuses.filter((status) => status === 201)).toHaveLength(24);
    expect(await database.$count(messages)).toBe(24);
    expect((await send(1_000)).status).toBe(201);
    await close();
    await locking.close();
  });
});
