/** @jest-environment ./test/support/pglite-environment.ts */
import { expect, test } from '@jest/globals';
import { deliveries } from '../../src/database/schema';
import { acceptSuspected } from '../../src/submissions/accept-suspected';
import { listSubmissions, listSuspected } from '../../src/submissions/list-submissions';
import { storeApplication, storeMessage } from '../../src/submissions/store-submission';
import { allOf } from '../support/all-of';
import { onEachDatabase } from '../support/on-each-database';
import { application, message } from '../support/payloads';

onEachDatabase((database) => {
  const suspect = { suspicion: 'honeypot', channels: ['staff'] } as const;
  const listed = (kind: string) => allOf(listSubmissions(database(), { kind }));
  const suspected = (kind: string) => allOf(listSuspected(database(), { kind }));

  test('what is suspected is listed apart, with the reason, and delivered to nobody', async () => {
    await storeMessage(database(), message, undefined, suspect);
    expect(await listed('messages')).toEqual([]);
    expect(await suspected('messages')).toMatchObject([{ email: message.email, suspicion: 'honeypot' }]);
    expect(await database().select().from(deliveries)).toEqual([]);
  });

  test('once accepted it is listed with the others, and delivered', async () => {
    await storeApplication(database(), application, undefined, suspect);
    const id = (await suspected('applications'))[0]?.['id'] ?? '';
    const accepting = () => allOf(acceptSuspected(database(), { id, channels: 'staff,webhook,nonsense' }));
    expect(await accepting()).toEqual([{ count: '2' }]);
    expect(await suspected('applications')).toEqual([]);
    expect(await listed('applications')).toMatchObject([{ id, delivery: 'staff pending, webhook pending' }]);
    expect(await accepting()).toEqual([]);
    expect(await database().select().from(deliveries)).toHaveLength(2);
  });

  test('without channels it is accepted all the same', async () => {
    await storeMessage(database(), message, undefined, suspect);
    const id = (await suspected('messages'))[0]?.['id'] ?? '';
    expect(await allOf(acceptSuspected(database(), { id, channels: '' }))).toEqual([{ count: '0' }]);
    expect(await listed('messages')).toHaveLength(1);
  });

  test('what is no id is an error that says where to find one', async () => {
    await expect(allOf(acceptSuspected(database(), { id: 'x' }))).rejects.toThrow(
      /^“x” is no submission’s id; npm run submissions -w api -- suspected/,
    );
  });
});
