import { expect, test } from '@jest/globals';
import { applications, deliveries, messages, trials } from '../../src/database/schema';
import { erasePerson, exportPerson } from '../../src/submissions/personal-data';
import { storeSubmission } from '../../src/submissions/store-submission';
import { storeTrial } from '../../src/submissions/trials';
import { postgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';

const NOTHING = { applications: 0, messages: 0, deliveries: 0, trials: 0 };
const email = 'olena@example.com';

const database = postgres();

test('all data of an address, in any letter case, is exported and erased, without data of others', async () => {
  const channels = ['staff', 'webhook'] as const;
  await storeSubmission(database(), 'applications', { ...application, email }, { key: 'key', channels });
  for (const each of ['Olena@Example.com', 'not-olena@example.com']) {
    const body = { ...message, email: each };
    await storeSubmission(database(), 'messages', body, { channels });
    await storeTrial(database(), 'messages', body, Date.now() / 1000 + 60);
  }
  await database().update(messages).set({ suspicion: 'too quick' });

  const person = await exportPerson(database(), 'OLENA@example.com');
  const ids = [...person.applications, ...person.messages].map(({ id }) => id);
  expect(person).toMatchObject({
    applications: [{ ...application, idempotency_key: 'key' }],
    messages: [{ ...message, email: 'Olena@Example.com', suspicion: 'too quick' }],
    trials: [{ fields: expect.stringContaining('Olena@Example.com') }],
    deliveries: ids.flatMap((id) => [{ submission_id: id }, { submission_id: id }]),
  });

  expect(await erasePerson(database(), email)).toEqual({
    ...{ applications: 1, messages: 1, deliveries: 4, trials: 1 },
  });
  const left = await database().select().from(messages);
  expect(left).toEqual([expect.objectContaining({ email: 'not-olena@example.com' })]);
  expect([await database().$count(applications), await database().$count(trials)]).toEqual([0, 1]);
  const told = await database().select().from(deliveries);
  expect(told.map(({ submission_id }) => submission_id)).toEqual([left[0]?.id, left[0]?.id]);
  expect(await erasePerson(database(), email)).toEqual(NOTHING);
});
