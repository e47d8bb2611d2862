import { expect, test } from '@jest/globals';
import { build } from '../../support/build';

/** The image, once it is drawn: on a busy machine a request may be told to come again. */
async function draw(id: string) {
  const ask = await build();
  for (;;) {
    const answer = await ask(`/api/og/${id}.png`);
    if (answer.status !== 503) return answer;
  }
}

test.each(['home', 'piat-kaviaren', 'zlyi-komentar'])('/api/og/%s.png is its image', async (id) => {
  const { status, bytes, headers } = await draw(id);
  expect(status).toBe(200);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=86400',
    'cross-origin-resource-policy': 'cross-origin',
    etag: expect.stringMatching(/^"/),
  });
});

test('who has the image already gets 304', async () => {
  const ask = await build();
  const etag = (await draw('home')).headers.get('etag') ?? '';
  const again = await ask('/api/og/home.png', { headers: { 'if-none-match': etag } });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

test('every post in the list has an image of its own', async () => {
  const ask = await build();
  const ids = [...(await ask('/api/blog')).text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id ?? '');
  expect(ids).toHaveLength(8);
  const tags = [];
  for (const id of ids) tags.push((await draw(id)).headers.get('etag'));
  expect(new Set(tags).size).toBe(8);
});

test.each([
  'nema-takoho.png',
  'PIAT-KAVIAREN.png',
  'piat-kaviaren',
  'piat-kaviaren.jpg',
  'piat-kaviaren.png.png',
  '..%2fhome.png',
  'a%00b.png',
  '.png',
  `${'x'.repeat(100)}.png`,
  '',
])('/api/og/%s gets 404', async (file) => {
  const { json, headers } = await (await build())(`/api/og/${file}`);
  expect(json).toEqual({ type: 'about:blank', title: 'Not Found', status: 404 });
  expect(headers.get('content-type')).toMatch('application/problem+json');
  expect(headers.get('cache-control')).toBe('no-store');
});
