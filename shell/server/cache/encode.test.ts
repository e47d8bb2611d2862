/** @jest-environment node */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { encodePage } from './encode';

const HTML = `<!doctype html>${'<p>луна</p>'.repeat(500)}`;

test('a page is there in every encoding, each of the same text', async () => {
  const { status, bodies } = await encodePage(200, HTML, []);
  expect(status).toBe(200);
  expect(bodies.identity.toString()).toBe(HTML);
  expect(gunzipSync(bodies.gzip).toString()).toBe(HTML);
  expect(brotliDecompressSync(bodies.br).toString()).toBe(HTML);
  expect(Math.max(bodies.gzip.length, bodies.br.length)).toBeLessThan(bodies.identity.length / 10);
});

test('its tag follows from its text alone', async () => {
  const [one, same, other] = await Promise.all([
    encodePage(200, HTML, []),
    encodePage(404, HTML, []),
    encodePage(200, `${HTML}.`, []),
  ]);
  expect(one.etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(same.etag).toBe(one.etag);
  expect(other.etag).not.toBe(one.etag);
});
