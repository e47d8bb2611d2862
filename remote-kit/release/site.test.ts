import { describe, expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
import { siteOf } from './site';
import { FIRST } from './testing/sample-release';
import { blogState, liveReleases, startSiteDouble } from './testing/site-double';

test('without a variable the site is at the shell’s port on this machine', () => {
  expect(siteOf({ PORT: '8080', SITE_URL: '' }).url).toBe('http://localhost:8080');
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
