/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { createPageEncoder, plainPage } from './encode';

const HTML = `<!doctype html>${readFileSync(__filename, 'utf8').repeat(3)}`;

test('a page has the same text in every encoding; the second time it is compressed better, later no more', async () => {
  const encode = createPageEncoder();
  const first = await encode(200, HTML, []);
  const second = await encode(404, HTML, ['x']);
  const third = await encode(200, HTML, []);
  expect(first.bodies.identity.toString()).toBe(HTML);
  expect(gunzipSync(first.bodies.gzip).toString()).toBe(HTML);
  for (const { br } of [first.bodies, second.bodies]) expect(brotliDecompressSync(br).toString()).toBe(HTML);
  expect(second.bodies.br.length).toBeLessThan(first.bodies.br.length);
  expect([second.status, second.styleSources]).toEqual([404, ['x']]);
  expect(third.bodies.br).toBe(second.bodies.br);
});

test('its entity tag depends only on its text', () => {
  const tagOf = (...page: Parameters<typeof plainPage>) => plainPage(...page).etag;
  expect(tagOf(200, HTML, [])).toMatch(/^W\/"[\w-]{22}"$/);
  expect(tagOf(404, HTML, ['x'])).toBe(tagOf(200, HTML, []));
  expect(tagOf(200, `${HTML}.`, [])).not.toBe(tagOf(200, HTML, []));
});
