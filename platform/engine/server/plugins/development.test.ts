import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { startBakery } from '../../testing/bakery/start';

test('every page in development loads the script, also a notice page and a compressed page', async () => {
  const site = await startBakery(undefined, { development: true });
  const ask = (target: string, options: object = {}) =>
    site.ask(target, { ...options, headers: { 'accept-encoding': 'br' } });
  site.renderer()?.render.mockRejectedValueOnce(new Error('hangs'));
  const pages = [await ask('/'), await ask('/'), await ask('/order', { method: 'POST' })];
  expect(pages.map(({ status }) => status)).toEqual([503, 200, 422]);
  // Neither cached nor compressed in advance.
  expect(pages[1]?.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
  expect(pages[1]?.headers).not.toHaveProperty('content-encoding');
  for (const { headers, body } of pages) {
    const html = headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body;
    expect(html.toString().match(/<script src="[^"]*" defer>/g)).toEqual([
      '<script src="/-/development.js" defer>',
    ]);
  }
  expect((await ask('/-/development.js')).headers['content-type']).toMatch(/^text\/javascript/);
  const state = await site.ask('/-/development/state');
  expect(JSON.parse(state.body.toString())).toEqual({ state: expect.any(String), problems: [] });
});
