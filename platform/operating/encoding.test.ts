import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { encode, plainText } from './encoding';

test('a document has one entity tag and the same text in every encoding; it is compressed once', async () => {
  const html = `<!doctype html>${'rye '.repeat(500)}`;
  const { etag, bodies } = await encode(html);
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(bodies.identity.toString()).toBe(html);
  expect(bodies.gzip && gunzipSync(bodies.gzip).toString()).toBe(html);
  expect(bodies.br && brotliDecompressSync(bodies.br).toString()).toBe(html);
  expect((await encode(html)).bodies).toBe(bodies);
  expect([plainText(html).etag === etag, plainText(`${html}.`).etag === etag]).toEqual([true, false]);
});
