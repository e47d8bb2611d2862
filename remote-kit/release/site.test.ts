import { describe, expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
import { siteOf } from './site';
import { FIRST } from './testing/sample-release';
import { blogState, liveReleases, startSiteDouble } from './testing/site-double';

test.each([
  ['the shell’s port on this machine', {}, 'http://localhost:3000'],
  ['another port', { PORT: '8080', SITE_URL: '' }, 'http://localhost:8080'],
  ['where the variable says', { SITE_URL: 'https://vidlunnia.example' }, 'https://vidlunnia.example'],
])('the site is at %s', (_, environment, url) => {
  expect(siteOf(environment).url).toBe(url);
});

test('an address that is none is rejected by its variable’s name', () => {
  expect(() => siteOf({ SITE_URL: 'vidlunnia' })).toThrow(/^SITE_URL is “vidlunnia”/);
});

test('a shell reports what is live', async () => {
  const site = await startSiteDouble(blogState(FIRST));
  expect(await site.ask()).toEqual(liveReleases(blogState(FIRST)));
});

describe('no site is reported in a sentence', () => {
  test('nobody listens', async () => {
    const url = await unreachableOrigin();
    expect(await siteOf({ SITE_URL: url }).ask()).toBe(`${url}/-/releases did not answer: ECONNREFUSED`);
  });

  test.each([
    ['an error', 404, '', 'answered 404'],
    ['another JSON', 200, '{}', 'answered something else'],
    ['a page', 200, '<h1>', 'did not answer: '],
  ])('%s', async (_, status, body, sentence) => {
    const { origin } = await startLocalServer((__, response) => response.writeHead(status).end(body));
    expect(await siteOf({ SITE_URL: origin }).ask()).toContain(`${origin}/-/releases ${sentence}`);
  });
});
