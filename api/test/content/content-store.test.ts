import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ContentStore } from '../../src/content/content-store';
import { build } from '../support/build';
import { copyOfContent, edit } from '../support/content-folder';

const POST = 'posts/piat-kaviaren.md';

async function open() {
  const folder = await copyOfContent(['piat-kaviaren', 'zlyi-komentar']);
  const content = await ContentStore.open({ folder, previewsFolder: join(folder, 'previews') });
  return { folder, content, ask: await build(undefined, { content }) };
}

test('what is removed from the files vanishes and what is changed changes, once they are read again', async () => {
  const { folder, content, ask } = await open();
  const before = await ask('/api/services');
  await rm(join(folder, POST));
  await edit(folder, 'services.json', '14000', '15000');
  expect((await ask('/api/services')).text).toBe(before.text);
  await content.reload();
  const after = await ask('/api/services');
  expect(after.json).toMatchObject([{ price_from: 15000 }, {}, {}, {}, {}, {}]);
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect((await ask('/api/blog')).json).toMatchObject([{ id: 'zlyi-komentar' }]);
  expect((await ask('/api/blog/piat-kaviaren')).status).toBe(404);
  expect((await ask('/api/og/piat-kaviaren.png')).status).toBe(404);
});

test('with one mistake in any file everything stays as it was, until it is mended', async () => {
  const { folder, content, ask } = await open();
  const paths = ['/api/services', '/api/blog', '/api/blog/piat-kaviaren', '/api/covers/cover-1.svg'];
  const texts = async () => Promise.all(paths.map(async (path) => (await ask(path)).text));
  const before = await texts();
  await edit(folder, 'services.json', '14000', '15000');
  await edit(folder, POST, /^title: .*$/m, 'title: Інша');
  await edit(folder, 'covers/cover-1.svg', '<svg ', '<svg data-changed="" ');
  await edit(folder, 'posts/zlyi-komentar.md', 'cover-4', 'cover-9');
  await expect(content.reload()).rejects.toThrow('posts/zlyi-komentar.md:8: cover');
  expect(await texts()).toEqual(before);
  await edit(folder, 'posts/zlyi-komentar.md', 'cover-9', 'cover-4');
  await content.reload();
  for (const [index, text] of (await texts()).entries()) expect(text).not.toBe(before[index]);
});

test('what was read last is served last, however often it is read at the same time', async () => {
  const { folder, content, ask } = await open();
  // It may meet the file half written, and then changes nothing.
  const first = content.reload().catch(() => undefined);
  await edit(folder, 'services.json', '14000', '15000');
  await Promise.all([first, content.reload(), content.reload()]);
  expect((await ask('/api/services')).json).toMatchObject([{ price_from: 15000 }, {}, {}, {}, {}, {}]);
});

test('a folder with a mistake is not opened', async () => {
  const folder = await copyOfContent();
  await edit(folder, POST, /^title: .*\n/m, '');
  const opening = ContentStore.open({ folder, previewsFolder: join(folder, 'previews') });
  await expect(opening).rejects.toThrow('posts/piat-kaviaren.md:2: title is missing; it has to be a text');
});
