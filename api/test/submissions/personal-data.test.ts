/** @jest-environment ./test/support/pglite-environment.ts */
import { expect, test } from '@jest/globals';
import { applications, deliveries, messages } from '../../src/database/schema';
import { erasePerson, exportPerson } from '../../src/submissions/personal-data';
import { storeApplication, storeMessage } from '../../src/submissions/store-submission';
import { allOf } from '../support/all-of';
import { onEachDatabase } from '../support/on-each-database';
import { application, message } from '../support/payloads';

const email = 'olena@example.com';

onEachDatabase((database) => {
  const storeAll = async () => {
    const outbox = { channels: ['staff', 'webhook'] as const };
    await storeApplication(database(), { ...application, email }, 'key', outbox);
    await storeMessage(database(), { ...message, email: 'Olena@Example.com' }, undefined, outbox);
    await storeMessage(database(), { ...message, email: 'not-olena@example.com' }, undefined, outbox);
    await database().update(messages).set({ suspicion: 'too quick' });
  };

  test('everything about an address is exported, in whatever case it was written, and nothing about others', async () => {
    await storeAll();
    const rows = await allOf(exportPerson(database(), { email: 'OLENA@example.com' }));
    expect(rows.map(({ table }) => table)).toEqual([
      ...['applications', 'deliveries', 'deliveries'],
      ...['messages', 'deliveries', 'deliveries'],
    ]);
    expect(rows[0]).toMatchObject({ ...application, idempotency_key: 'key', created_at: expect.any(String) });
    expect(rows[3]).toMatchObject({ email: 'Olena@Example.com', suspicion: 'too quick' });
    expect(rows[4]).toMatchObject({ submission_id: rows[3]?.['id'], state: 'pending', attempts: '0' });
  });

  test('everything about an address is erased, and nothing about others', async () => {
    await storeAll();
    const erased = { applications: '1', messages: '1', deliveries: '4' };
    expect(await allOf(erasePerson(database(), { email }))).toEqual([erased]);
    expect(await allOf(exportPerson(database(), { email }))).toEqual([]);
    expect(await database().select().from(applications)).toEqual([]);
    const left = await database().select().from(messages);
    expect(left).toEqual([expect.objectContaining({ email: 'not-olena@example.com' })]);
    const told = await database().select().from(deliveries);
    expect(told.map(({ submission_id }) => submission_id)).toEqual([left[0]?.id, left[0]?.id]);
    const nothing = { applications: '0', messages: '0', deliveries: '0' };
    expect(await allOf(erasePerson(database(), { email }))).toEqual([nothing]);
  });
});
