import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { FormatRegistry, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import sharp from 'sharp';
import { HomeSchema, PostSchema, PostSummarySchema } from '@vidlunnia/contracts/schemas';
import { readContent } from '../../src/content/content';
import { build } from '../support/build';
import { sampleFolder } from '../support/content-folder';

FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);
const NOT_FOUND = { type: 'about:blank', title: 'Not Found', status: 404 };

test('spec 7: GET /api/services returns the services in the order of their file, without nulls', async () => {
  const { json, text } = await (await build())('/api/services');
  expect({ services: json }).toEqual(JSON.parse(await readFile(join(sampleFolder, 'services.json'), 'utf8')));
  expect(text).not.toContain('null');
});

test('GET /api/home returns what the owner writes for the home page', async () => {
  const { json } = await (await build())('/api/home');
  expect(Value.Check(HomeSchema, json)).toBe(true);
  expect(json).toEqual((await readContent(sampleFolder)).home);
});

test('spec 7: GET /api/blog returns all posts, newest first, without content', async () => {
  const { json, text } = await (await build())('/api/blog');
  expect(Value.Check(Type.Array(PostSummarySchema), json)).toBe(true);
  expect(text).not.toContain('"content"');
  const dates = [...text.matchAll(/"created_at":"([^"]+)"/g)].map(([, date]) => date);
  expect(dates).toHaveLength(4);
  expect(dates).toEqual([...dates].sort().reverse());
});

test.each([1, 4, 99])('GET /api/blog?limit=%i returns that number of the newest posts', async (limit) => {
  const ask = await build();
  const { json: all } = await ask('/api/blog');
  const { json } = await ask(`/api/blog?limit=${String(limit)}`);
  expect(json).toEqual(Array.isArray(all) ? all.slice(0, limit) : all);
});

test.each(['0', '100', '-1', '1.5', '03', 'three', '', '3&limit=4'])(
  'GET /api/blog?limit=%s is rejected with 400',
  async (limit) => {
    const { json } = await (await build())(`/api/blog?limit=${limit}`);
    expect(json).toEqual({ type: 'about:blank', title: 'Bad Request', status: 400 });
  },
);

test('spec 7: GET /api/blog/{postId} returns a whole post, and summaries of recommended posts', async () => {
  const { json } = await (await build())('/api/blog/zvit');
  expect(Value.Check(PostSchema, json)).toBe(true);
  expect(json).toMatchObject({
    id: 'zvit',
    title: 'Звіт',
    image_url: '/api/covers/waves.svg',
    created_at: '2026-02-01T07:30:00.000Z',
    content: '<h2>Розділ</h2>\n<p>Текст.</p>',
  });
  expect(json).not.toHaveProperty('next.0.content');
});

test.each([
  ['kava', ['chai', 'zvit']],
  ['zvit', ['chai', 'lyst']],
  // The last post of its category continues with the newest.
  ['lyst', ['kava', 'zvit']],
])(
  'after %s, recommended posts are those of its category, then earlier ones, then the newest',
  async (id, ids) => {
    const { json } = await (await build())(`/api/blog/${id}`);
    expect(json).toMatchObject({ next: ids.map((each) => ({ id: each })) });
  },
);

describe('a post to come', () => {
  const COMES = Date.parse('2026-03-01T09:30:00+02:00');

  test('appears at its time, without a restart: in the lists, by itself, after other posts, as a link preview', async () => {
    let now = COMES - 1;
    const ask = await build(undefined, { now: () => now });
    const shown = async () => {
      const [list, newest, whole, other, preview] = await Promise.all(
        ['/api/blog', '/api/blog?limit=1', '/api/blog/kava', '/api/blog/lyst', '/api/og/kava.png'].map(
          (path) => ask(path),
        ),
      );
      return [list?.text, newest?.text, whole?.status, other?.text, preview?.status].map((each) =>
        typeof each === 'string' ? each.includes('"kava"') : each,
      );
    };
    expect(await shown()).toEqual([false, false, 404, false, 404]);
    const etag = (await ask('/api/blog')).headers.get('etag') ?? '';
    now = COMES;
    expect((await ask('/api/blog', { headers: { 'if-none-match': etag } })).status).toBe(200);
    expect(await shown()).toEqual([true, true, 200, true, 200]);
  });

  test.each([
    [3_600, 60, 600],
    [600, 60, 540],
    [59, 59, 0],
    [0.5, 0, 0],
  ])('no answer is kept beyond its time: %d s before, %d s and %d s more', async (left, fresh, stale) => {
    const ask = await build(undefined, { now: () => COMES - left * 1000 });
    const { headers } = await ask('/api/blog/chai');
    expect(headers.get('cache-control')).toBe(
      `public, max-age=${String(fresh)}, stale-while-revalidate=${String(stale)}`,
    );
  });
});

test.each([
  ['/api/home', 60],
  ['/api/services', 60],
  ['/api/blog', 60],
  ['/api/blog?limit=3', 60],
  ['/api/blog/kava', 60],
  ['/api/icons/services.svg', 3600],
  ['/api/og/home.png', 86_400],
])('%s may be cached, and is not sent again to clients that have it', async (path, seconds) => {
  const ask = await build();
  const { headers } = await ask(path);
  expect(headers.get('cache-control')).toMatch(new RegExp(`^public, max-age=${String(seconds)}\\b`));
  const again = await ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test.each(['/api/icons/services.svg', '/api/covers/waves.svg', '/api/portraits/olena.svg'])(
  '%s is a picture',
  async (path) => {
    const { status, text, headers } = await (await build())(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(text).toMatch(/^<svg /);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  },
);

describe('a photograph', () => {
  const addresses = async () => {
    const { posts } = await readContent(sampleFolder);
    return (posts[0]?.image?.srcset ?? '').split(', ').map((each) => each.split(' '));
  };

  test('is served in the sizes that its post names, for ever', async () => {
    const ask = await build();
    for (const [address = '', width = ''] of await addresses()) {
      const { bytes, headers } = await ask(address);
      expect(headers.get('content-type')).toBe('image/webp');
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: Number.parseInt(width) });
    }
  });

  test('by the address of another state is served as it is now, for a minute', async () => {
    const [[address = ''] = []] = await addresses();
    const ask = await build();
    const { status, headers } = await ask(address.replace(/[0-9a-f]{12}/, '000000000000'));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toMatch('max-age=60,');
  });

  test.each(['481', '1440', '0', '99999', '960.5', 'x'])('is not made %s pixels wide', async (width) => {
    const [[address = ''] = []] = await addresses();
    expect((await (await build())(address.replace(/-480\./, `-${width}.`))).status).toBe(404);
  });
});

describe('link previews', () => {
  test('are PNG of 1200 × 630 that other sites may show', async () => {
    const { bytes, headers } = await (await build())('/api/og/kava.png');
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test('of a post without one is the home page’s', async () => {
    const ask = await build();
    const [home, post] = [await ask('/api/og/home.png'), await ask('/api/og/zvit.png')];
    expect(post.bytes.equals(home.bytes)).toBe(true);
  });
});

test.each([
  ...['nope', 'a%00b', '%D1%97', 'x'.repeat(101), 'KAVA', '%27%20OR%201%3D1', ''].map(
    (id) => `/api/blog/${id}`,
  ),
  ...['nope.png', 'kava', 'kava.jpg', 'kava.png.png', '..%2fhome.png', '.png'].map(
    (name) => `/api/og/${name}`,
  ),
  ...[
    'icons/nope.svg',
    'icons/..%2fservices.json',
    'icons/',
    'posts/x.svg',
    'previews/home.svg',
    'covers/photo.jpg',
    'covers/nope.jpg/0-480.webp',
  ].map((name) => `/api/${name}`),
])('spec 8: %s does not exist: 404', async (path) => {
  const { json, headers } = await (await build())(path);
  expect(json).toEqual(NOT_FOUND);
  expect(headers.get('content-type')).toMatch('application/problem+json');
  expect(headers.get('cache-control')).toBe('no-store');
});
