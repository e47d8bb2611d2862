import { FORM_ACTIONS } from '@vidlunnia/contracts';
import { fuzz } from '../../fuzz/fuzz';
import { ADDRESSES } from '../../support/pages';
import { expect, test } from '../../support/test';

/** Unique values for both forms. The API drops fields that a form does not have. */
const VALUES = {
  name: 'Соломія Безіменна',
  email: 'solomiia.secret@example.com',
  phone: '+380 99 123 45 67',
  city: 'Нетаємне',
  position: 'Секретарка',
  resume_text: 'Моє життя',
  message: 'Нікому не кажіть',
};
const AGENT = 'Very-Own-Browser/7';
const PAGE_ID = 'page-request';

test('no log has personal data of a query, or of an accepted, rejected or undelivered form; a page’s line has its id and release set', async ({
  own,
}) => {
  // Only a submission with a token is delivered. A page that was rendered before the API was ready lacks the token.
  let token = '';
  let releaseSet: string | null = null;
  const readToken = async () => {
    const response = await fetch(`${own.url}/?name=${encodeURIComponent(VALUES.name)}`, {
      headers: { 'x-request-id': PAGE_ID },
    });
    releaseSet = response.headers.get('x-release-set');
    [, token = ''] = /name="token" value="([^"]+)"/.exec(await response.text()) ?? [];
    return token;
  };
  await expect.poll(readToken).not.toBe('');
  const statuses: number[] = [];
  const send = async (path: string, type: string, body: string) => {
    const response = await fetch(own.url + path, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { 'content-type': type, 'user-agent': AGENT, 'idempotency-key': VALUES.email },
    });
    statuses.push(response.status);
    expect(response.headers.get('location') ?? '').not.toMatch(/secret|%40|@/);
  };
  for (const path of Object.values(FORM_ACTIONS)) {
    for (const sent of [
      { ...VALUES, token },
      { ...VALUES, token, phone: ' ' },
    ]) {
      await send(path, 'application/json', JSON.stringify(sent));
      await send(path, 'application/x-www-form-urlencoded', new URLSearchParams(sent).toString());
    }
    await send(path, 'application/json', JSON.stringify(VALUES).slice(0, -1));
    await send(`${path}?email=${VALUES.email}`, 'text/plain', VALUES.email);
  }
  const expected = [201, 303, 422, 422, 400, 415];
  expect(statuses).toEqual([...expected, ...expected]);
  await expect.poll(() => own.lines.join('\n')).toContain('a submission was not delivered');

  const spellings = (value: string) => [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ value }).toString().slice(6),
    JSON.stringify(value).slice(1, -1),
  ];
  const forbidden = [...Object.values(VALUES), AGENT].flatMap(spellings);
  expect(own.lines.filter((line) => forbidden.some((text) => line.includes(text)))).toEqual([]);
  expect(own.lines.filter((line) => line.includes(FORM_ACTIONS.contact)).length).toBeGreaterThan(5);
  const [page = ''] = own.lines
    .filter((line) => /^\[shell\].*"request"/.test(line) && line.includes(PAGE_ID))
    .slice(-1);
  expect(JSON.parse(page.replace('[shell] ', ''))).toMatchObject({ path: '/', status: 200, releaseSet });
});

// A thousandth of `npm run fuzz` with a fixed seed, to a site that stores nothing else in the meantime.
test('requests of every kind get no 5xx, store nothing when rejected, and have documented responses', async ({
  own,
}) => {
  // A new site may respond with 503 until it has rendered a page.
  const statusOf = async (address: string) => (await fetch(own.url + address)).status;
  for (const address of Object.values(ADDRESSES))
    await expect.poll(() => statusOf(address)).toBeLessThan(500);
  const statuses = await fuzz(own, { requests: 100, seed: 14 });
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '201', '303', '400', '404', '422']));
});
