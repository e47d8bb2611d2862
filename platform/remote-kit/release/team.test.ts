import { expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/settings/testing/local-server';
import { siteOf } from './team';
import { FIRST } from './testing/sample-release';
import { blogState, liveReleases } from './testing/sample-team';

const REPORT = liveReleases(blogState(FIRST));

test.each([
  ['what is live', 200, JSON.stringify(REPORT), REPORT],
  ['an error', 404, '', expect.stringMatching(/\/-\/releases answered 404$/)],
  [
    'another JSON',
    200,
    '{}',
    expect.stringMatching(/\/-\/releases gave no report: the answer: releaseSet is missing/),
  ],
  ['a page', 200, '<h1>', expect.stringMatching(/\/-\/releases gave no report: /)],
])('a site responds with %s', async (_, status, body, expected) => {
  const { origin } = await startLocalServer((__, response) => response.writeHead(status).end(body));
  expect(await siteOf({ SITE_URL: origin }).ask()).toEqual(expected);
});

test('without a site, the result is a sentence; without a variable, it is at the shell’s port on this machine', async () => {
  const url = unreachableOrigin;
  expect(await siteOf({ SITE_URL: url }).ask()).toBe(
    `${url}/-/releases gave no report: ECONNREFUSED; SITE_URL says where the site is`,
  );
  expect(siteOf({ PORT: '8080', SITE_URL: '' }).url).toBe('http://localhost:8080');
});
