import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { PostSummary } from '@vidlunnia/shared/contracts';
import { ask } from '../../support/raw-http';
import { expect, test } from '../../support/test';

const PAGES = {
  '/': { status: 200, words: 'Гукнемо' },
  '/blog/piat-kaviaren': { status: 200, words: 'П’ять кав’ярень, один абонемент' },
  '/blog/nemaie-takoi': { status: 404, words: 'Стаття не знайдена' },
  '/nemaie': { status: 404, words: 'Тут навіть луна мовчить' },
  '/blog': { status: 200, words: 'Усе, що' },
  '/privacy': { status: 200, words: 'Що ми робимо' },
  '/blog/a/b': { status: 404, words: 'Тут навіть луна мовчить' },
  '/index.php': { status: 404, words: 'Тут навіть луна мовчить' },
  '/%D1%97': { status: 404, words: 'Тут навіть луна мовчить' },
  '//example.com': { status: 404, words: 'Тут навіть луна мовчить' },
} as const;

const FOUND = Object.entries(PAGES).flatMap(([address, { status }]) => (status === 200 ? [address] : []));

for (const [address, { status, words }] of Object.entries(PAGES)) {
  test(`${address} answers ${String(status)} with its words, as HTML that is asked for again every time`, async ({
    shared,
  }) => {
    const answer = await ask(shared.url + address);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toMatch(/(?:^|, )(?:max-age=0|no-cache|no-store)\b/);
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    const html = answer.body.toString();
    expect(html).toMatch(/^<!doctype html>\n<html lang="uk">/);
    expect(html).toMatch(new RegExp(`<h1[^>]*>(?:<[^>]+>)*${words}`));
  });

  test(`${address} by HEAD has the same headers and no body`, async ({ shared }) => {
    const headers = { 'accept-encoding': 'gzip' };
    const [get, head] = await Promise.all([
      ask(shared.url + address, { headers }),
      ask(shared.url + address, { method: 'HEAD', headers }),
    ]);
    expect(head.status).toBe(status);
    expect(head.body).toHaveLength(0);
    for (const name of [
      'content-type',
      'content-length',
      'content-encoding',
      'cache-control',
      'etag',
      'vary',
    ]) {
      expect(head.headers[name], name).toBe(get.headers[name]);
    }
  });
}

for (const address of FOUND) {
  test(`${address} comes in the encoding that is asked for, each of the same text`, async ({ shared }) => {
    const inEncoding = (accepted: string) =>
      ask(shared.url + address, { headers: { 'accept-encoding': accepted } });
    const [plain, gzip, br, rejected, unknown] = await Promise.all(
      ['identity', 'gzip', 'gzip, deflate, br, zstd', 'br;q=0, gzip', 'zstd'].map(inEncoding),
    );
    if (!plain || !gzip || !br || !rejected || !unknown) throw new Error('Five answers were asked for');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(unknown.headers['content-encoding']).toBeUndefined();
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(rejected.headers['content-encoding']).toBe('gzip');
    expect(br.headers['content-encoding']).toBe('br');
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
    expect(br.body.length).toBeLessThan(gzip.body.length);
    for (const answer of [plain, gzip, br]) {
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
    }
  });

  test(`${address} has a tag by which it is not sent twice`, async ({ shared }) => {
    const url = shared.url + address;
    const { headers } = await ask(url);
    const etag = headers.etag ?? '';
    expect(etag).toMatch(/^(?:W\/)?"[^"]+"$/);
    const again = await ask(url, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    // What a 304 has to repeat: RFC 9110, section 15.4.5.
    for (const name of ['etag', 'cache-control', 'vary'] as const)
      expect(again.headers[name]).toBe(headers[name]);
    const other = await ask(url, { headers: { 'if-none-match': '"another"' } });
    expect(other.status).toBe(200);
    const head = await ask(url, { method: 'HEAD', headers: { 'if-none-match': etag } });
    expect(head.status).toBe(304);
  });

  // RFC 9110, section 13.1.2: a list, a star, compared weakly. Proxies that compress make a tag weak.
  for (const [form, valueOf] of [
    ['weak', (etag: string) => `W/${etag.replace('W/', '')}`],
    ['strong', (etag: string) => etag.replace('W/', '')],
    ['one of several', (etag: string) => `"another", ${etag}`],
    ['any', () => '*'],
  ] as const) {
    test(`${address} is not sent again when its tag comes back ${form}`, async ({ shared }) => {
      const url = shared.url + address;
      const { headers } = await ask(url);
      const again = await ask(url, { headers: { 'if-none-match': valueOf(headers.etag ?? '') } });
      expect(again.status).toBe(304);
    });
  }
}

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

test('an address that is no percent-encoding is answered by a page too', async ({ shared }) => {
  for (const address of ['/%', '/blog/%E0%A4%A', '/blog/%ff']) {
    const { status, headers, body } = await ask(shared.url + address);
    expect.soft([400, 404], address).toContain(status);
    expect.soft(headers['content-type'], address).toBe('text/html; charset=utf-8');
    expect.soft(body.toString(), address).toContain('Тут навіть луна мовчить');
  }
});

test('a file that is not there is no page, and no cache keeps its absence for long', async ({ shared }) => {
  for (const file of ['/assets/static/nemaie.js', '/remotes/home/000000000000/client/remoteEntry.js']) {
    const { status, headers, body } = await ask(shared.url + file);
    expect.soft(status, file).toBe(404);
    expect.soft(body.toString(), file).not.toContain('<html');
    expect.soft(headers['cache-control'] ?? 'no-store', file).not.toMatch(/immutable|max-age=[1-9]\d{3,}/);
  }
});

test('what only other methods may do is rejected', async ({ shared }) => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const { status } = await ask(shared.url, { method });
    expect.soft([404, 405], method).toContain(status);
  }
});

test('each post of the API is a page of its own', async ({ shared }) => {
  const posts = JSON.parse((await ask(`${shared.url}/api/blog`)).body.toString()) as PostSummary[];
  for (const { id, title } of posts) {
    const { status, body } = await ask(`${shared.url}/blog/${id}`);
    expect.soft(status, id).toBe(200);
    expect.soft(body.toString(), id).toContain(title);
  }
});
