import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import { readContent } from '../../src/content/content';
import { ContentStore } from '../../src/content/content-store';
import { PreparedContent } from '../../src/content/prepared-content';
import { Previews } from '../../src/previews/previews';
import { build } from '../support/build';
import { copyOfContent, edit } from '../support/content-folder';

const POST = 'posts/piat-kaviaren.md';
const TEMPLATE = 'og/template.svg';
const TEXT = { title: 'Назва', label: 'Кейси' };

async function setUp() {
  const folder = await copyOfContent(['piat-kaviaren', 'zlyi-komentar']);
  const store = join(folder, 'previews');
  const previews = new Previews(join(folder, 'og'), store);
  const kept = async () => (await readdir(store).catch(() => [])).sort();
  return { folder, store, previews, kept };
}

test('an image is drawn on its first request, kept, and read from then on, by the next process too', async () => {
  const { folder, store, previews, kept } = await setUp();
  expect(await kept()).toEqual([]);
  const { bytes, etag } = await previews.image('a', TEXT);
  const [file = ''] = await kept();
  expect(`"${file.split('.')[1] ?? ''}"`).toBe(etag);
  expect((await readFile(join(store, file))).equals(bytes)).toBe(true);
  await writeFile(join(store, file), 'kept');
  for (const each of [previews, new Previews(join(folder, 'og'), store)]) {
    expect(String((await each.image('a', TEXT)).bytes)).toBe('kept');
  }
});

test('opening and reading the content again draws nothing', async () => {
  const { folder, store, kept } = await setUp();
  const content = await ContentStore.open({ folder, previewsFolder: store });
  await content.reload();
  expect(await kept()).toEqual([]);
});

test('concurrent requests for one image draw it once', async () => {
  const { previews, kept } = await setUp();
  const images = await Promise.all(Array.from({ length: 20 }, () => previews.image('a', TEXT)));
  expect(new Set(images.map(({ bytes }) => bytes)).size).toBe(1);
  expect(await kept()).toHaveLength(1);
});

test('concurrent requests for different images draw each', async () => {
  const { previews, kept } = await setUp();
  const ids = ['a', 'b', 'c', 'd'];
  const images = await Promise.all(ids.map((id) => previews.image(id, { ...TEXT, title: id })));
  expect(new Set(images.map(({ etag }) => etag)).size).toBe(4);
  expect(await kept()).toHaveLength(4);
});

test.each([
  ['a changed title', POST, /^title: .*$/m, 'title: Інша', true],
  ['a changed category', POST, /^category: .*$/m, 'category: SMM', true],
  ['a changed text', POST, '## Що ми запропонували', '## Що ми зробили', false],
  ['a changed template', TEMPLATE, '#f7f4ee', '#ffffff', true],
])('%s takes the place of the old image, or changes nothing', async (_, file, from, to, isDrawn) => {
  const { folder, store, kept } = await setUp();
  const content = await ContentStore.open({ folder, previewsFolder: store });
  const [before, home] = [
    await content.current.preview('piat-kaviaren'),
    await content.current.preview('home'),
  ];
  await edit(folder, file, from, to);
  await content.reload();
  const after = await content.current.preview('piat-kaviaren');
  expect(after?.etag !== before?.etag).toBe(isDrawn);
  expect(after?.bytes.equals(before?.bytes ?? Buffer.of()) === false).toBe(isDrawn);
  expect((await content.current.preview('home'))?.etag === home?.etag).toBe(file === POST);
  expect(await kept()).toHaveLength(2);
});

test('images of other ids stay, also of those that begin alike', async () => {
  const { previews, kept } = await setUp();
  await previews.image('a', TEXT);
  await previews.image('a-b', TEXT);
  await previews.image('a', { ...TEXT, title: 'Інша' });
  expect((await kept()).map((file) => file.split('.')[0]).sort()).toEqual(['a', 'a-b']);
});

test('an empty file, as a power failure may leave it, is drawn again', async () => {
  const { store, previews, kept } = await setUp();
  const { bytes } = await previews.image('a', TEXT);
  const [file = ''] = await kept();
  await truncate(join(store, file));
  expect((await previews.image('a', TEXT)).bytes.equals(bytes)).toBe(true);
  expect((await stat(join(store, file))).size).toBe(bytes.length);
});

test('an image that can’t be drawn fails alone, and is tried again', async () => {
  const { folder, previews } = await setUp();
  const template = await readFile(join(folder, TEMPLATE));
  await rm(join(folder, TEMPLATE));
  await expect(previews.image('a', TEXT)).rejects.toThrow('ENOENT');
  await writeFile(join(folder, TEMPLATE), template);
  expect((await previews.image('a', TEXT)).bytes.subarray(1, 4).toString()).toBe('PNG');
});

test('a failed drawing does not hold up the next one', async () => {
  const { folder, store, previews } = await setUp();
  await writeFile(join(folder, TEMPLATE), '<svg/>');
  const broken = new Previews(join(folder, 'og'), store);
  await expect(broken.image('a', TEXT)).rejects.toThrow('no layer <g id="title">');
  await expect(broken.image('b', TEXT)).rejects.toThrow('no layer <g id="title">');
  await expect(previews.image('c', TEXT)).rejects.toThrow('no layer <g id="title">');
});

test('a disk that takes nothing is one warning; images are drawn all the same', async () => {
  const { store, previews } = await setUp();
  await mkdir(join(store, '..'), { recursive: true });
  await writeFile(store, 'a file where the folder belongs');
  const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
  for (const id of ['a', 'b']) {
    expect((await previews.image(id, TEXT)).bytes.subarray(1, 4).toString()).toBe('PNG');
  }
  expect(warn.mock.calls).toEqual([[expect.stringMatching(/^Link previews can’t be kept: /)]]);
  warn.mockRestore();
});

test('a request past the deadline gets 503 with Retry-After; the image is made all the same', async () => {
  const { folder, store, kept } = await setUp();
  const hurried = new Previews(join(folder, 'og'), store, 0);
  const content = { current: new PreparedContent(await readContent(folder), hurried) };
  const late = await (await build(undefined, { content }))('/api/og/home.png');
  expect(late.json).toEqual({ type: 'about:blank', title: 'Service Unavailable', status: 503 });
  expect(late.headers.get('retry-after')).toBe('5');
  expect(late.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  while ((await kept()).every((file) => !file.startsWith('home.'))) await nextTurn();
});
