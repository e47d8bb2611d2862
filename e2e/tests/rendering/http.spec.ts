import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ask } from '../../support/raw-http';
import { expect, test } from '../../support/test';

const PAGES = {
  '/': { status: 200, words: 'Гукнемо' },
  '/blog/piat-kaviaren': { status: 200, words: 'П’ять кав’ярень, один абонемент' },
  '/blog/nemaie-takoi': { status: 404, words: 'Стаття не знайдена' },
  '/nemaie': { status: 404, words: 'Тут навіть луна мовчить' },
  '/blog': { status: 200, words: 'Усе, що' },
  '/privacy': { status: 200, words: 'Що ми робимо' },
} as const;

const FOUND = Object.entries(PAGES).flatMap(([address, { status }]) => (status === 200 ? [address] : []));

// Other addresses, methods, encodings and tags: shell/server/app.test.ts and routes/pages.test.ts.
test('every kind of page answers its status with its words, as HTML that is asked for again every time; by HEAD the same without them', async ({
  shared,
}) => {
  for (const [address, { status, words }] of Object.entries(PAGES)) {
    const answer = await ask(shared.url + address);
    expect.soft(answer.status, address).toBe(status);
    expect.soft(answer.headers['content-type'], address).toBe('text/html; charset=utf-8');
    expect
      .soft(answer.headers['cache-control'], address)
      .toMatch(/(?:^|, )(?:max-age=0|no-cache|no-store)\b/);
    expect.soft(answer.headers.vary, address).toMatch(/accept-encoding/i);
    const html = answer.body.toString();
    expect.soft(html, address).toMatch(/^<!doctype html>\n<html lang="uk">/);
    expect.soft(html, address).toMatch(new RegExp(`<h1[^>]*>(?:<[^>]+>)*${words}`));
    const head = await ask(shared.url + address, { method: 'HEAD' });
    expect.soft([head.status, head.body.length], address).toEqual([status, 0]);
    expect.soft(head.headers['content-length'], address).toBe(answer.headers['content-length']);
  }
});

test('the home page comes in the encoding that is asked for, each of the same text', async ({ shared }) => {
  const [plain, gzip, br] = await Promise.all(
    ['identity', 'gzip', 'gzip, deflate, br, zstd'].map((accepted) =>
      ask(shared.url, { headers: { 'accept-encoding': accepted } }),
    ),
  );
  if (!plain || !gzip || !br) throw new Error('Three answers were asked for');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(br.headers['content-encoding']).toBe('br');
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  expect(br.body.length).toBeLessThan(gzip.body.length);
});

test('every file that the pages name never changes under its address and is compressed', async ({
  shared,
}) => {
  const pages = await Promise.all(FOUND.map((address) => ask(shared.url + address)));
  const named = pages.flatMap(({ body }) =>
    [...body.toString().matchAll(/"(\/(?:assets|remotes)\/[^"#?]+\.\w+)"/g)].map(([, file = '']) => file),
  );
  const files = [...new Set(named)];
  expect(files.filter((file) => file.startsWith('/assets/')).length).toBeGreaterThan(1);
  expect(files.filter((file) => file.startsWith('/remotes/')).length).toBeGreaterThan(5);
  for (const file of files) {
    const answer = await ask(shared.url + file, { headers: { 'accept-encoding': 'br' } });
    expect.soft(answer.status, file).toBe(200);
    expect.soft(answer.headers['cache-control'], file).toMatch(/^public, max-age=31536000, immutable$/);
    expect.soft(answer.headers['x-content-type-options'], file).toBe('nosniff');
    if (/\.(?:js|css)$/.test(file)) expect.soft(answer.headers['content-encoding'], file).toBe('br');
  }
});
