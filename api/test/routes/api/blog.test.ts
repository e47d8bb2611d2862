import { describe, expect, test } from '@jest/globals';
import { FormatRegistry, Type } from '@sinclair/typebox';
import { PostSchema, PostSummarySchema } from '@vidlunnia/contracts/schemas';
import { schemaMistakes } from '../../../src/content/source';
import { build } from '../../support/build';

FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);

test('spec 7: GET /api/blog gives all posts, newest first, without content', async () => {
  const { status, json, text } = await (await build())('/api/blog');
  expect(status).toBe(200);
  expect(schemaMistakes(Type.Array(PostSummarySchema), json)).toEqual([]);
  expect(text).not.toContain('"content"');
  const dates = [...text.matchAll(/"created_at":"([^"]+)"/g)].map(([, date]) => date);
  expect(dates).toHaveLength(8);
  expect(dates).toEqual([...dates].sort().reverse());
});

test.each([1, 3, 8, 99])('GET /api/blog?limit=%i gives that many of the newest', async (limit) => {
  const ask = await build();
  const { json: all } = await ask('/api/blog');
  const { status, json, headers } = await ask(`/api/blog?limit=${String(limit)}`);
  expect([status, json]).toEqual([200, Array.isArray(all) ? all.slice(0, limit) : all]);
  expect(headers.get('cache-control')).toMatch(/^public, max-age=60\b/);
  const again = await ask(`/api/blog?limit=${String(limit)}`, {
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  });
  expect([again.status, again.text]).toEqual([304, '']);
});

test.each(['0', '100', '-1', '1.5', '03', 'three', '', '3&limit=4'])(
  'GET /api/blog?limit=%s is rejected with 400',
  async (limit) => {
    const { json } = await (await build())(`/api/blog?limit=${limit}`);
    expect(json).toEqual({ type: 'about:blank', title: 'Bad Request', status: 400 });
  },
);

test.each(['/api/blog', '/api/blog/piat-kaviaren'])(
  '%s is not sent again to those who have it',
  async (path) => {
    const ask = await build();
    const { headers } = await ask(path);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=60\b/);
    const again = await ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  },
);

test('spec 7: GET /api/blog/{postId} gives a whole post', async () => {
  const { status, json } = await (await build())('/api/blog/piat-kaviaren');
  expect(status).toBe(200);
  expect(schemaMistakes(PostSchema, json)).toEqual([]);
  expect(json).toMatchObject({
    id: 'piat-kaviaren',
    title: 'П’ять кав’ярень, один абонемент',
    image_url: '/api/covers/cover-1.svg',
    created_at: '2026-11-17T07:30:00.000Z',
    content: expect.stringContaining('<h2>Що ми запропонували</h2>'),
  });
});

describe('spec 8: a post that is not there gets 404', () => {
  test.each(['nema-takoho', 'a%00b', '%D1%97', 'x'.repeat(100), 'PIAT-KAVIAREN', '%27%20OR%201%3D1', ''])(
    '%j',
    async (id) => {
      const response = await (await build())(`/api/blog/${id}`);
      expect(response.json).toEqual({ type: 'about:blank', title: 'Not Found', status: 404 });
      expect(response.headers.get('content-type')).toMatch('application/problem+json');
    },
  );
});
