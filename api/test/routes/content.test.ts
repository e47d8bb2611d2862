import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { FormatRegistry, Type } from '@sinclair/typebox';
import { PostSchema, PostSummarySchema } from '@vidlunnia/contracts/schemas';
import { fingerprint, previewPages } from '../../previews/preview-pages';
import { contentFolder } from '../../src/config/package-root';
import { readContent } from '../../src/content/content';
import { schemaMistakes } from '../../src/content/source';
import { build } from '../support/build';
import { copyOfContent } from '../support/content-folder';

FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);
const NOT_FOUND = { type: 'about:blank', title: 'Not Found', status: 404 };

test('spec 7: GET /api/services returns the services in the order of their file, without nulls', async () => {
  const { json, text } = await (await build())('/api/services');
  expect(json).toEqual(JSON.parse(await readFile(join(contentFolder, 'services.json'), 'utf8')));
  expect(text).not.toContain('null');
});

test('spec 7: GET /api/blog returns all posts, newest first, without content', async () => {
  const { json, text } = await (await build())('/api/blog');
  expect(schemaMistakes(Type.Array(PostSummarySchema), json)).toEqual([]);
  expect(text).not.toContain('"content"');
  const dates = [...text.matchAll(/"created_at":"([^"]+)"/g)].map(([, date]) => date);
  expect(dates).toHaveLength(8);
  expect(dates).toEqual([...dates].sort().reverse());
});

test.each([1, 8, 99])('GET /api/blog?limit=%i returns that number of the newest posts', async (limit) => {
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
  const { json } = await (await build())('/api/blog/piat-kaviaren');
  expect(schemaMistakes(PostSchema, json)).toEqual([]);
  expect(json).toMatchObject({
    id: 'piat-kaviaren',
    title: 'П’ять кав’ярень, один абонемент',
    image_url: '/api/covers/cover-1.svg',
    created_at: '2026-11-17T07:30:00.000Z',
    content: expect.stringContaining('<h2>Що ми запропонували</h2>'),
    next: [{ id: 'menshe-zaiavok-bilshe-patsiientiv' }, { id: 'rozsylka-zamist-znyzhok' }],
  });
  expect(json).not.toHaveProperty('next.0.content');
});

test.each([
  ['/api/services', 60],
  ['/api/blog', 60],
  ['/api/blog?limit=3', 60],
  ['/api/blog/piat-kaviaren', 60],
  ['/api/icons/services.svg', 3600],
  ['/api/og/home.png', 86_400],
])('%s may be cached, and is not sent again to clients that have it', async (path, seconds) => {
  const ask = await build();
  const { headers } = await ask(path);
  expect(headers.get('cache-control')).toMatch(new RegExp(`^public, max-age=${String(seconds)}\\b`));
  const again = await ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test.each(['/api/icons/services.svg', '/api/covers/cover-6.svg'])('%s is a picture', async (path) => {
  const { status, text, headers } = await (await build())(path);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(text).toMatch(/^<svg /);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

describe('link previews', () => {
  test('are PNG of 1200 × 630 that other sites may show', async () => {
    const { bytes, headers } = await (await build())('/api/og/piat-kaviaren.png');
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  test('are up to date for the home page and every post (npm run previews -w api)', async () => {
    const content = await readContent(contentFolder);
    const wanted = [...(await previewPages(content))].map(([id, page]) => [id, fingerprint(page)]);
    const drawn: unknown = JSON.parse(await readFile(join(contentFolder, 'previews/drawn.json'), 'utf8'));
    expect(drawn).toEqual(Object.fromEntries(wanted));
    const pictures = [...content.pictures.keys()].filter((name) => name.startsWith('previews/'));
    expect(pictures.sort()).toEqual(wanted.map(([id]) => `previews/${id ?? ''}.png`).sort());
  });

  test('of a post without one is the home page’s', async () => {
    const content = await readContent(await copyOfContent());
    const pictures = new Map([...content.pictures].filter(([name]) => !name.includes('zlyi-komentar')));
    const ask = await build(undefined, { content: { current: { ...content, pictures } } });
    const [home, post] = [await ask('/api/og/home.png'), await ask('/api/og/zlyi-komentar.png')];
    expect(post.bytes.equals(home.bytes)).toBe(true);
  });

  test('do not contain markup of a title', async () => {
    const content = await readContent(contentFolder);
    const posts = content.posts.map((post) => ({ ...post, title: '</div><script>1</script> & $&' }));
    for (const [id, page] of await previewPages({ ...content, posts }))
      if (id !== 'home') expect(page).toContain('&lt;/div>&lt;script>1&lt;/script> &amp; $&amp;');
  });
});

test.each([
  ...['nope', 'a%00b', '%D1%97', 'x'.repeat(101), 'PIAT-KAVIAREN', '%27%20OR%201%3D1', ''].map(
    (id) => `/api/blog/${id}`,
  ),
  ...['nope.png', 'piat-kaviaren', 'piat-kaviaren.jpg', 'piat-kaviaren.png.png', '..%2fhome.png', '.png'].map(
    (name) => `/api/og/${name}`,
  ),
  ...['icons/nope.svg', 'icons/..%2fservices.json', 'icons/', 'posts/x.svg', 'previews/home.svg'].map(
    (name) => `/api/${name}`,
  ),
])('spec 8: %s does not exist: 404', async (path) => {
  const { json, headers } = await (await build())(path);
  expect(json).toEqual(NOT_FOUND);
  expect(headers.get('content-type')).toMatch('application/problem+json');
  expect(headers.get('cache-control')).toBe('no-store');
});
