/** @jest-environment node */
import { beforeEach, expect, test } from '@jest/globals';
import { unreachableOrigin } from '@vidlunnia/http/testing';
import { forEachRemote, remotes } from '@vidlunnia/settings/topology';
import { HEADS, HOME_HEAD, NOT_FOUND_HEAD, POST_HEAD } from '../src/pages/pages';
import { startSite, type ServedSite } from '../testing/site';

let site: ServedSite;
beforeEach(async () => {
  site = await startSite();
});

const PAGES = [
  ['/', 200, HOME_HEAD],
  ['/?utm_source=mail', 200, HOME_HEAD],
  ['/blog/1', 200, POST_HEAD],
  ['/blog/%D0%BB%D1%83%D0%BD%D0%B0', 200, POST_HEAD],
  ['/blog/1/', 200, POST_HEAD],
  ['/blog', 200, HEADS.archive],
  ['/blog/page/2', 200, HEADS.archive],
  ['/privacy', 200, HEADS.privacy],
  ['/blog/page/1', 404, NOT_FOUND_HEAD],
  ['/blog/1/2', 404, NOT_FOUND_HEAD],
  ['/nothing', 404, NOT_FOUND_HEAD],
  ['/assets', 404, NOT_FOUND_HEAD],
  ['//', 404, NOT_FOUND_HEAD],
  ['//evil.example/', 404, NOT_FOUND_HEAD],
  // These cannot be decoded.
  ['/blog/%zz', 404, NOT_FOUND_HEAD],
  ['/%', 404, NOT_FOUND_HEAD],
  ['/blog/%E0%A4%A?x', 404, NOT_FOUND_HEAD],
] as const;

test('pages are found by their addresses', async () => {
  for (const [target, expected, { title }] of PAGES) {
    const { status, headers, body } = await site.ask(target);
    const given = /<title>(.*)<\/title>/.exec(body.toString())?.[1];
    expect([target, status, given]).toEqual([target, expected, title]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  }
});

test('HEAD returns a page without its body; other methods are rejected', async () => {
  const options = { headers: { 'accept-encoding': 'gzip' } };
  const page = await site.ask('/', options);
  const { status, headers, body } = await site.ask('/', { ...options, method: 'HEAD' });
  expect([status, headers['content-type'], body.length]).toEqual([200, 'text/html; charset=utf-8', 0]);
  for (const name of ['content-length', 'content-encoding', 'cache-control', 'etag', 'vary'] as const)
    expect([name, headers[name]]).toEqual([name, page.headers[name]]);
  for (const method of ['POST', 'PUT', 'DELETE']) expect((await site.ask('/', { method })).status).toBe(404);
});

test('/readyz is 503 while no page can be rendered; /healthz is ok', async () => {
  const ready = await site.ask('/readyz');
  expect([ready.status, ready.headers['cache-control']]).toEqual([200, 'no-store']);
  const origin = await unreachableOrigin();
  const teams = forEachRemote((name) => ({ remote: remotes[name], origin, publicKeys: [] }));
  const empty = await startSite(undefined, { teams });
  const statuses = ['/readyz', '/', '/healthz'].map(async (target) => (await empty.ask(target)).status);
  expect(await Promise.all(statuses)).toEqual([503, 503, 200]);
});
