/** @jest-environment ./test/support/pglite-environment.ts */
import { expect, test } from '@jest/globals';
import { deliveries } from '../../src/database/schema';
import { DEAD_LETTER_FIELDS, listDeadLetters, retryDeadLetters } from '../../src/delivery/dead-letters';
import { storeMessage } from '../../src/submissions/store-submission';
import { allOf } from '../support/all-of';
import { onEachDatabase } from '../support/on-each-database';
import { message } from '../support/payloads';

onEachDatabase((database) => {
  const outbox = () => database().select().from(deliveries);
  const submit = () => storeMessage(database(), message, undefined, { channels: ['staff', 'webhook'] });
  const failAll = () =>
    database()
      .update(deliveries)
      .set({ state: 'dead', attempts: 12, last_error: 'the receiver answered 500' });

  test('dead letters are listed with their reason', async () => {
    await submit();
    expect(await allOf(listDeadLetters(database()))).toEqual([]);
    await failAll();
    const listed = await allOf(listDeadLetters(database()));
    const [{ submission_id } = { submission_id: '' }] = await outbox();
    expect(listed.map(({ channel }) => channel).sort()).toEqual(['staff', 'webhook']);
    expect(listed[0]).toMatchObject({
      kind: 'messages',
      attempts: '12',
      last_error: 'the receiver answered 500',
      id: submission_id,
    });
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual([...DEAD_LETTER_FIELDS].sort());
  });

  test('those of one submission, or all, become pending again, with all their attempts', async () => {
    await submit();
    await submit();
    await failAll();
    const [{ submission_id } = { submission_id: '' }] = await outbox();
    expect(await allOf(retryDeadLetters(database(), { id: submission_id }))).toEqual([{ count: '2' }]);
    const retried = (await outbox()).filter((row) => row.submission_id === submission_id);
    expect(retried).toMatchObject(Array(2).fill({ state: 'pending', attempts: 0 }));
    expect(retried.filter(({ next_attempt_at }) => next_attempt_at > new Date())).toEqual([]);
    expect(await allOf(retryDeadLetters(database(), {}))).toEqual([{ count: '2' }]);
    expect(await allOf(retryDeadLetters(database(), {}))).toEqual([{ count: '0' }]);
  });

  test('what was delivered is not delivered again', async () => {
    await submit();
    await database().update(deliveries).set({ state: 'delivered' });
    expect(await allOf(retryDeadLetters(database(), {}))).toEqual([{ count: '0' }]);
  });

  test('what is no id is an error that says where to find one', async () => {
    const retrying = allOf(retryDeadLetters(database(), { id: 'x' }));
    await expect(retrying).rejects.toThrow(/^“x” is no submission’s id; npm run submissions -w api -- dead/);
  });
});
