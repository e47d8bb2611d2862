/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { bodyFor, createPageEncoder, plainPage } from './encode';

const HTML = `<!doctype html>${readFileSync(__filename, 'utf8').repeat(3)}`;

test('a page is there in every encoding, each of the same text', async () => {
  const { status, bodies } = await createPageEncoder()(200, HTML, []);
  expect(status).toBe(200);
  expect(bodies.identity.toString()).toBe(HTML);
  expect(gunzipSync(bodies.gzip).toString()).toBe(HTML);
  expect(brotliDecompressSync(bodies.br).toString()).toBe(HTML);
  expect(Math.max(bodies.gzip.length, bodies.br.length)).toBeLessThan(bodies.identity.length / 3);
});

test('its tag follows from its text alone', async () => {
  const encode = createPageEncoder();
  const [one, same, other] = await Promise.all([
    encode(200, HTML, []),
    encode(404, HTML, []),
    encode(200, `${HTML}.`, []),
  ]);
  expect(one.etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(same.etag).toBe(one.etag);
  expect(other.etag).not.toBe(one.etag);
});

test('one that is made again is compressed better, and then no more', async () => {
  const encode = createPageEncoder();
  const first = await encode(200, HTML, []);
  const second = await encode(404, HTML, ['x']);
  const third = await encode(200, HTML, []);
  expect(second.bodies.br.length).toBeLessThan(first.bodies.br.length);
  expect(brotliDecompressSync(second.bodies.br).toString()).toBe(HTML);
  expect([second.status, second.styleSources]).toEqual([404, ['x']]);
  expect(third.bodies.br).toBe(second.bodies.br);
  expect(third.bodies.gzip).toBe(first.bodies.gzip);
});

test.each([
  ['gzip, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['zstd', 'identity', (text: Buffer) => text],
  [undefined, 'identity', (text: Buffer) => text],
] as const)('a page of one visitor who accepts %s is sent as %s', (accepted, encoding, decode) => {
  const sent = bodyFor(plainPage(422, HTML, []), accepted);
  expect(sent.encoding).toBe(encoding);
  expect(decode(sent.body).toString()).toBe(HTML);
});
