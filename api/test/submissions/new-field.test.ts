import '../support/budget-field';
import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { mailToStaff } from '../../src/delivery/send-mail';
import { formatCsv } from '../../src/submissions/format-submissions';
import { listSubmissions, submissionFields } from '../../src/submissions/list-submissions';
import { exportPerson } from '../../src/submissions/personal-data';
import { build, post, tokenBy } from '../support/build';
import { message } from '../support/payloads';
import { collect } from '../support/collect';
import { postgres } from '../support/on-postgres';
import { smtpReceiver } from '../support/smtp-receiver';

const smtp = smtpReceiver();
const database = postgres();

test('a field that is added to the contract is checked, stored, mailed and exported', async () => {
  // The same as `npm run migrations` generates for the field.
  await database().execute(sql`ALTER TABLE messages ADD COLUMN budget text`);
  const mail = { smtpUrl: smtp.url, from: 'a@b.example', to: ['staff@b.example'], confirmation: false };
  const ask = await build(database(), { channels: new Map([['staff', mailToStaff(mail)]]) });
  const send = async (budget: string) =>
    ask('/api/contact', post({ ...message, budget, ...(await tokenBy(ask)) }));
  expect((await send('5000 ₴')).status).toBe(201);
  expect((await send('надто довгий')).json).toMatchObject({ errors: [{ field: 'budget' }] });

  const [rows = []] = await collect(listSubmissions(database(), { kind: 'messages' }));
  expect(rows).toEqual([expect.objectContaining({ ...message, budget: '5000 ₴' })]);
  expect(formatCsv(submissionFields('messages'), rows)).toMatch(/,budget,[^]*,5000 ₴,/);
  const { messages } = await exportPerson(database(), message.email);
  expect(messages).toEqual([expect.objectContaining({ budget: '5000 ₴' })]);
  while (smtp.received.length === 0) await new Promise(setImmediate);
  expect(smtp.received[0]?.mail.text).toContain('Бюджет: 5000 ₴');
});
