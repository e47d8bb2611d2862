/** @jest-environment ./test/support/pglite-environment.ts */
import { describe, expect, test } from '@jest/globals';
import { FormatRegistry, Type } from '@sinclair/typebox';
import { PostSchema, PostSummarySchema } from '@vidlunnia/shared/contracts/schemas';
import { schemaProblems } from '../../../src/content/schema-problems';
import { build } from '../../support/build';
import { onEachFilledDatabase } from '../../support/on-each-database';

FormatRegistry.Set('date-time', (text) => new Date(text).toISOString() === text);

onEachFilledDatabase((database) => {
  test('spec 7: GET /api/blog gives all posts, newest first, without content', async () => {
    const { status, json, text } = await (await build(database()))('/api/blog');
    expect(status).toBe(200);
    expect(schemaProblems(Type.Array(PostSummarySchema), json)).toEqual([]);
    expect(text).not.toContain('"content"');
    const dates = [...text.matchAll(/"created_at":"([^"]+)"/g)].map(([, date]) => date);
    expect(dates).toHaveLength(8);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('spec 7: GET /api/blog/{postId} gives a whole post', async () => {
    const { status, json } = await (await build(database()))('/api/blog/piat-kaviaren');
    expect(status).toBe(200);
    expect(schemaProblems(PostSchema, json)).toEqual([]);
    expect(json).toMatchObject({
      id: 'piat-kaviaren',
      title: 'П’ять кав’ярень, один абонемент',
      image_url: '/api/covers/cover-1.svg',
      created_at: '2026-11-17T07:30:00.000Z',
      content: expect.stringContaining('<h2>Що ми запропонували</h2>'),
    });
  });

  describe('spec 8: a post that is not there is answered 404', () => {
    test.each(['nema-takoho', 'a%00b', '%D1%97', 'x'.repeat(100), 'PIAT-KAVIAREN', '%27%20OR%201%3D1', ''])(
      '%j',
      async (id) => {
        const answer = await (await build(database()))(`/api/blog/${id}`);
        expect(answer.json).toEqual({ type: 'about:blank', title: 'Not Found', status: 404 });
        expect(answer.headers.get('content-type')).toMatch('application/problem+json');
      },
    );
  });
});
