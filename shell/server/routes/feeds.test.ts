import { expect, test } from '@jest/globals';
import { GOLDEN_POSTS } from '@vidlunnia/contracts/golden';
import { startSite } from '../../testing/site';

const SITE = 'https://site.example';
const answering = (answer: unknown, status = 200) =>
  startSite((_, response) => response.writeHead(status).end(JSON.stringify(answer)));

test.each([
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/rss.xml', 'application/rss+xml; charset=utf-8'],
])(
  '%s may be cached for a minute, has every valid post, and is not sent again to readers that have it',
  async (target, type) => {
    const [post] = GOLDEN_POSTS;
    const site = await answering([
      { ...post, id: 'good' },
      { ...post, id: 'bad', title: null },
    ]);
    const { status, headers, body } = await site.ask(target);
    expect([status, headers['content-type']]).toEqual([200, type]);
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(body.toString()).toContain(`${SITE}/blog/good<`);
    const again = await site.ask(target, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect([again.status, again.headers.etag, again.body.length]).toEqual([304, headers.etag, 0]);
    expect(body.toString()).not.toContain('bad');
    const forVisitor = { 'x-forwarded-for': '127.0.0.1' };
    expect(site.api.received[0]).toMatchObject({ url: '/api/blog', headers: forVisitor });
  },
);

test.each([
  ['responds with an error', { title: 'Недоступно', status: 503 }, 503],
  ['responds with other data', { posts: [] }, 200],
])('an API that %s makes feeds unavailable, not empty', async (_, answer, given) => {
  const site = await answering(answer, given);
  for (const target of ['/sitemap.xml', '/rss.xml']) {
    const { status, headers } = await site.ask(target);
    expect([status, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '5']);
  }
});

test('robots may read everything and get the sitemap’s address', async () => {
  const { status, headers, body } = await (await startSite()).ask('/robots.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body.toString()).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${SITE}/sitemap.xml\n`);
});
