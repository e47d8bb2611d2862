/** @jest-environment node */
import { beforeEach, expect, test } from '@jest/globals';
import { startSite, type ServedSite } from '../../testing/site';

let site: ServedSite;
beforeEach(async () => {
  site = await startSite();
});

const rulesOf = async (target: string, headers: Record<string, string> = {}) =>
  (await site.ask(target, { headers })).headers['speculation-rules'];

test.each(['/', '/blog/1', '/nothing'])(
  '%s names the rules, in quotes as a string is written',
  async (target) => {
    expect(await rulesOf(target)).toBe('"/speculation-rules.json"');
  },
);

test('a visitor who saves data gets none, and caches keep the two apart', async () => {
  expect(await rulesOf('/', { 'save-data': 'on' })).toBeUndefined();
  expect((await site.ask('/')).headers['vary']).toContain('Save-Data');
});

test('a page that the browser has already keeps its rules', async () => {
  const { headers } = await site.ask('/');
  expect(await rulesOf('/', { 'if-none-match': headers.etag ?? '' })).toBe('"/speculation-rules.json"');
});

test('the rules prefetch pages alone, when a link is pressed', async () => {
  const { status, headers, body } = await site.ask('/speculation-rules.json');
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^application\/speculationrules\+json\b/);
  expect(headers['cache-control']).toBe('public, max-age=86400');
  expect(JSON.parse(body.toString())).toEqual({
    prefetch: [
      {
        where: {
          and: [
            { href_matches: ['/', '/blog', '/blog/*', '/privacy'] },
            { selector_matches: 'html:not([data-follows-links]) a' },
          ],
        },
        eagerness: 'conservative',
      },
    ],
  });
});

test('a page is the same when it is fetched ahead', async () => {
  const [page, prefetched] = await Promise.all([
    site.ask('/'),
    site.ask('/', { headers: { 'sec-purpose': 'prefetch' } }),
  ]);
  expect(prefetched.body).toEqual(page.body);
  expect(prefetched.headers['cache-control']).toBe(page.headers['cache-control']);
});
