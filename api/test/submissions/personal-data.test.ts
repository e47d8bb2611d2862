import { expect, test } from '@jest/globals';
import { applications, deliveries, messages } from '../../src/database/schema';
import { erasePerson, exportPerson, NOTHING } from '../../src/submissions/personal-data';
import { storeSubmission } from '../../src/submissions/store-submission';
import { postgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';

const email = 'olena@example.com';

const database = postgres();

test('all data of an address, in any letter case, is exported and erased, without data of others', async () => {
  const channels = ['staff', 'webhook'] as const;
  await storeSubmission(database(), 'applications', { ...application, email }, { key: 'key', channels });
  for (const each of ['Olena@Example.com', 'not-olena@example.com'])
    await storeSubmission(database(), 'messages', { ...message, email: each }, { channels });
  await database().update(messages).set({ suspicion: 'too quick' });
  const person = await exportPerson(database(), 'OLENA@example.com');
  const ids = [...person.applications, ...person.messages].map(({ id }) => id);
  expect(person).toMatchObject({
    applications: [{ ...application, email, idempotency_key: 'key' }],
    messages: [{ ...message, email: 'Olena@Example.com', suspicion: 'too quick' }],
  });
  const told = person.deliveries.map(({ submission_id, channel }) => `${submission_id} ${channel}`);
  expect(told.sort()).toEqual(ids.flatMap((id) => channels.map((channel) => `${id} ${channel}`)).sort());

  const counts = { applications: 1, messages: 1, deliveries: 4 };
  expect(await erasePerson(database(), email)).toEqual(counts);
  const left = await database().select().from(messages);
  expect(left).toEqual([expect.objectContaining({ email: 'not-olena@example.com' })]);
  expect(await database().$count(applications)).toBe(0);
  const [one, other, ...more] = await database().select().from(deliveries);
  expect([one?.submission_id, other?.submission_id, more]).toEqual([left[0]?.id, left[0]?.id, []]);
  expect(await erasePerson(database(), email)).toEqual(NOTHING);
});
