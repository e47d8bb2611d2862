/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { createEncoder, plainText } from './encode';

const HTML = `<!doctype html>${readFileSync(__filename, 'utf8').repeat(3)}`;

test('a document has the same text in every encoding, and is compressed once', async () => {
  const encode = createEncoder();
  const { bodies } = await encode(HTML);
  expect(bodies.identity.toString()).toBe(HTML);
  expect(bodies.gzip && gunzipSync(bodies.gzip).toString()).toBe(HTML);
  expect(bodies.br && brotliDecompressSync(bodies.br).toString()).toBe(HTML);
  expect((await encode(HTML)).bodies).toBe(bodies);
});

test('its entity tag depends only on its text', () => {
  const { etag } = plainText(HTML);
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect([plainText(HTML).etag, plainText(`${HTML}.`).etag]).toEqual([
    etag,
    expect.not.stringContaining(etag),
  ]);
});
