import { expect, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import { factsSource } from './facts';

const VERSION = 'bbbbbbbbbbbb';
const CONTENT = JSON.stringify({ version: VERSION, owner: OWNER });

test('the owner’s details are those of the API’s content, or of a draft', async () => {
  const api = await startLocalServer((_, response) => response.end(CONTENT));
  const { load, check } = factsSource(api.origin, { retentionMonths: 6, telegramDetails: false });
  const loaded = await load();
  expect(loaded?.version).toBe(VERSION);
  expect(check(loaded?.facts)).toEqual({ owner: OWNER, retentionMonths: 6, telegramDetails: false });
  await load('cccccccccccc');
  expect(api.received.map(({ url, headers }) => [url, headers['x-content-version']])).toEqual([
    ['/api/content', undefined],
    ['/api/content', 'cccccccccccc'],
  ]);
});

test('without a response there are none; wrong ones are rejected', async () => {
  let [status, body] = [404, '{}'];
  const api = await startLocalServer((_, response) => response.writeHead(status).end(body));
  const { load, check, initial } = factsSource(api.origin, { retentionMonths: 12, telegramDetails: false });
  expect([await load(), initial]).toEqual([
    null,
    { owner: OWNER, retentionMonths: 12, telegramDetails: false },
  ]);
  [status, body] = [200, '{}'];
  await expect(load()).rejects.toThrow('the API’s content');
  const owner = { ...OWNER, contact: { ...OWNER.contact, phone: 'дзвоніть' } };
  expect(() => check(owner)).toThrow(/owner\.json.*phone/);
});
