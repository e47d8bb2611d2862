/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { startSite } from '../../testing/site';
import { isForeign } from './foreign-requests';

const SITE = 'https://vidlunnia.example';

test.each([
  ['nothing, as from no browser', {}, false],
  ['the same origin', { 'sec-fetch-site': 'same-origin', origin: SITE }, false],
  ['the visitor themselves', { 'sec-fetch-site': 'none' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: SITE }, true],
  ['another host of the site', { 'sec-fetch-site': 'same-site', origin: SITE }, true],
  ['the site’s origin alone', { origin: SITE }, false],
  ['the host that was asked', { origin: 'http://localhost:3000', host: 'localhost:3000' }, false],
  ['another port', { origin: 'http://localhost:8000', host: 'localhost:3000' }, true],
  ['another origin alone', { origin: 'https://evil.example', host: 'vidlunnia.example' }, true],
  ['an origin that is kept secret', { origin: 'null', host: 'vidlunnia.example' }, true],
  ['an origin that is none', { origin: '%', host: 'vidlunnia.example' }, true],
])('a request whose headers name %s: foreign is %s', (_, headers, foreign) => {
  expect(isForeign(headers, SITE)).toBe(foreign);
});

describe('what another site’s page has a browser send', () => {
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };

  test.each([
    ['a native form', '/api/contact', 'application/x-www-form-urlencoded', 'name=a'],
    ['a script’s submission', '/api/jobs/apply', 'application/json', '{"name":"a"}'],
    ['a text', '/api/contact', 'text/plain', '{"name":"a"}'],
    ['a report', '/-/reports', 'text/plain', '{}'],
  ])('%s is refused in words, and reaches no API', async (_, target, type, body) => {
    const site = await startSite();
    const { status, headers, ...response } = await site.ask(target, {
      method: 'POST',
      headers: { ...foreign, 'content-type': type },
      body,
    });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      403,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.body.toString()).toContain('<h1>Це надіслала інша сторінка</h1>');
    expect(site.api.received).toEqual([]);
  });

  test('but a page, by a link, is sent', async () => {
    const site = await startSite();
    expect((await site.ask('/', { headers: foreign })).status).toBe(200);
  });
});
