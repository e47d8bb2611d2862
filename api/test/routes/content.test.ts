import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { FormatRegistry, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import sharp from 'sharp';
import { HomeSchema, PostSchema, PostSummarySchema } from '@vidlunnia/contracts/schemas';
import { readContent } from '../../src/content/content';
import { build } from '../support/build';
import { copyOfContent, sampleFolder } from '../support/content-folder';

FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);

test('spec 7: GET /api/services returns the services as in their file; GET /api/home what the owner writes for the home page', async () => {
  const ask = await build();
  const services = (await ask('/api/services')).json;
  expect({ services }).toEqual(JSON.parse(await readFile(join(sampleFolder, 'services.json'), 'utf8')));
  const { json } = await ask('/api/home');
  expect(Value.Check(HomeSchema, json)).toBe(true);
  expect(json).toEqual((await readContent(sampleFolder)).home);
});

test('spec 7: GET /api/blog returns all posts, newest first, without content; with a limit, that number of them', async () => {
  const ask = await build();
  const { json, text } = await ask('/api/blog');
  expect(Value.Check(Type.Array(PostSummarySchema), json)).toBe(true);
  expect(text).not.toContain('"content"');
  expect(json).toMatchObject(['kava', 'zvit', 'chai', 'lyst'].map((id) => ({ id })));
  for (const limit of [1, 4, 99])
    expect((await ask(`/api/blog?limit=${String(limit)}`)).json).toEqual((json as unknown[]).slice(0, limit));
  for (const limit of ['0', '100', '-1', '1.5', '03', 'three', '', '3&limit=4'])
    expect([limit, (await ask(`/api/blog?limit=${limit}`)).status]).toEqual([limit, 400]);
});

test('spec 7: GET /api/blog/{postId} returns a whole post', async () => {
  const { json } = await (await build())('/api/blog/zvit');
  expect(Value.Check(PostSchema, json)).toBe(true);
  const content = '<h2 id="part-розділ">Розділ</h2>\n<p>Текст.</p>';
  expect(json).toMatchObject({ id: 'zvit', title: 'Звіт', created_at: '2026-02-01T07:30:00.000Z', content });
});

test.each([
  ['its category, then earlier ones', 'kava', ['chai', 'zvit']],
  ['earlier ones', 'zvit', ['chai', 'lyst']],
  ['the newest after the last of its category', 'lyst', ['kava', 'zvit']],
])('recommended posts are summaries of those of %s', async (_, id, ids) => {
  const { json } = await (await build())(`/api/blog/${id}`);
  expect(json).toMatchObject({ next: ids.map((each) => ({ id: each })) });
  expect(json).not.toHaveProperty('next.0.content');
});

const COMES = Date.parse('2026-03-01T09:30:00+02:00');

test('a post appears at its time, without a restart: in the lists, by itself, after other posts, as a link preview', async () => {
  let now = COMES - 1;
  const ask = await build(undefined, { now: () => now });
  const etag = (await ask('/api/blog')).headers.get('etag') ?? '';
  const shown = async (path: string) => (await ask(path)).text.includes('"kava"');
  for (const isPublic of [false, true]) {
    for (const path of ['/api/blog', '/api/blog?limit=1', '/api/blog/lyst'])
      expect([path, await shown(path)]).toEqual([path, isPublic]);
    for (const path of ['/api/blog/kava', '/api/og/kava.png'])
      expect([path, (await ask(path)).status]).toEqual([path, isPublic ? 200 : 404]);
    now = COMES;
  }
  expect((await ask('/api/blog', { headers: { 'if-none-match': etag } })).status).toBe(200);
  now = 0;
  expect((await ask('/api/blog')).json).toEqual([]);
});

test.each([
  [3_600, 'max-age=60, stale-while-revalidate=600'],
  [600, 'max-age=60, stale-while-revalidate=540'],
  [59, 'max-age=59, stale-while-revalidate=0'],
  [0.5, 'max-age=0, stale-while-revalidate=0'],
])('%d s before the next post, answers are kept until then: %s', async (left, caching) => {
  const ask = await build(undefined, { now: () => COMES - left * 1000 });
  expect((await ask('/api/blog/chai')).headers.get('cache-control')).toBe(`public, ${caching}`);
});

test.each([
  ['/api/home', 60, 'application/json; charset=utf-8'],
  ['/api/services', 60, 'application/json; charset=utf-8'],
  ['/api/blog', 60, 'application/json; charset=utf-8'],
  ['/api/blog/kava', 60, 'application/json; charset=utf-8'],
  ['/api/icons/services.svg', 3600, 'image/svg+xml'],
  ['/api/covers/waves.svg', 3600, 'image/svg+xml'],
  ['/api/portraits/olena.svg', 3600, 'image/svg+xml'],
  ['/api/og/home.png', 86_400, 'image/png'],
])(
  '%s may be cached for %i s, has its type, and is not sent again to clients that have it',
  async (path, seconds, type) => {
    const ask = await build();
    const { headers } = await ask(path);
    expect(headers.get('cache-control')).toMatch(new RegExp(`^public, max-age=${String(seconds)}\\b`));
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([type, 'nosniff']);
    const again = await ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  },
);

test('posts and drawings with the longest names are served', async () => {
  const folder = await copyOfContent();
  const [id, name] = ['x'.repeat(100), `${'ї'.repeat(125)}.svg`];
  await cp(join(folder, 'posts/kava.md'), join(folder, `posts/${id}.md`));
  await cp(join(folder, 'covers/waves.svg'), join(folder, 'covers', name));
  const ask = await build(undefined, { content: { current: await readContent(folder) } });
  for (const path of [`blog/${id}`, `og/${id}.png`, `covers/${encodeURIComponent(name)}`])
    expect([path, (await ask(`/api/${path}`)).status]).toEqual([path, 200]);
});

test('a photograph is served for ever in the sizes that its post names, and in no other; by the address of another state for a minute', async () => {
  const ask = await build();
  const [post] = (await readContent(sampleFolder)).posts;
  const copies = (post?.image?.srcset ?? '').split(', ').map((each) => each.split(' '));
  for (const [address = '', width = ''] of copies) {
    const { bytes, headers } = await ask(address);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: Number.parseInt(width) });
  }
  const address = copies[0]?.[0] ?? '';
  const { status, headers } = await ask(address.replace(/[0-9a-f]{12}/, '000000000000'));
  expect([status, headers.get('cache-control')]).toEqual([200, expect.stringContaining('max-age=60,')]);
  for (const width of ['481', '1440', '0', '99999', '960.5', 'x'])
    expect([width, (await ask(address.replace('-480.', `-${width}.`))).status]).toEqual([width, 404]);
});

test('link previews are for other sites too; that of a post without one is the home page’s', async () => {
  const ask = await build();
  const { bytes, headers } = await ask('/api/og/home.png');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect((await ask('/api/og/zvit.png')).bytes.equals(bytes)).toBe(true);
  expect((await ask('/api/og/kava.png')).bytes.equals(bytes)).toBe(false);
});

test.each([
  ...['nope', 'a%00b', '%D1%97', 'x'.repeat(101), 'KAVA', ''].map((id) => `blog/${id}`),
  ...['nope.png', 'kava', 'kava.png.png', '..%2fhome.png', '.png'].map((name) => `og/${name}`),
  ...['nope.svg', '..%2fservices.json', ''].map((name) => `icons/${name}`),
  ...['posts/x.svg', 'previews/home.svg', 'covers/photo.jpg', 'covers/nope.jpg/0-480.webp'],
])('spec 8: /api/%s does not exist: 404', async (path) => {
  const { json, headers } = await (await build())(`/api/${path}`);
  expect(json).toEqual({ type: 'about:blank', title: 'Not Found', status: 404 });
  expect(headers.get('content-type')).toMatch('application/problem+json');
  expect(headers.get('cache-control')).toBe('no-store');
});
