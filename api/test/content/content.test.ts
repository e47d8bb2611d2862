import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { OWNER, openingHours } from '@vidlunnia/content';
import { editionOf, readContent } from '../../src/content/content';
import { copyOfContent, edit, sampleFolder } from '../support/content-folder';

const POST = 'posts/kava.md';

test('content is read completely, posts newest first', async () => {
  const { services, posts, pictures, drawings, previews, home } = await readContent(sampleFolder);
  expect(services.map(({ title }) => title)).toEqual(['SMM', 'Брендинг']);
  expect(posts.map(({ id }) => id)).toEqual(['kava', 'zvit', 'chai', 'lyst']);
  expect([...pictures.keys()]).toEqual([
    ...['/api/covers/photo.jpg', '/api/covers/waves.svg', '/api/portraits/olena.svg'],
  ]);
  expect([...drawings.keys()]).toEqual(['covers/waves.svg', 'icons/services.svg', 'portraits/olena.svg']);
  expect([...previews.keys()]).toEqual(['home', 'kava']);
  expect(home).toMatchObject({
    hero: { lead: 'Гукаємо.' },
    team: { lead: 'Знайомтеся.', people: [{ portrait: { width: 480, height: 600 } }, {}] },
    vacancies: { lead: 'Шукаємо.', vacancies: [{ title: 'Редактор/ка' }, {}] },
  });
});

test('a post has its author’s role, portrait, and a link for those of the team', async () => {
  const { posts } = await readContent(sampleFolder);
  const author_portrait = { url: '/api/portraits/olena.svg', width: 480, height: 600 };
  const author = { author: 'Олена Луна', author_role: 'редакторка', author_portrait, author_link: '/#team' };
  expect(posts[0]).toMatchObject(author);
  const ofAuthor = Object.keys(posts[1] ?? {}).filter((name) => name.startsWith('author'));
  expect(ofAuthor).toEqual(['author', 'author_role']);
});

test('a drawing has its size, a photograph its copies in sizes up to its own', async () => {
  const { posts } = await readContent(sampleFolder);
  expect(posts[1]?.image).toEqual({ url: '/api/covers/waves.svg', width: 1200, height: 675 });
  const { image, image_url: url } = posts[0] ?? {};
  expect(url).toMatch(/^\/api\/covers\/photo\.jpg\/[0-9a-f]{12}-960\.webp$/);
  const srcset = ['480', '960', '1000']
    .map((each) => `${url?.replace('960', each) ?? ''} ${each}w`)
    .join(', ');
  expect(image).toEqual({ url, width: 1000, height: 600, srcset });
});

test('a photograph that lies on its side is measured as it is shown', async () => {
  const folder = await copyOfContent();
  const lying = await sharp(join(folder, 'covers/photo.jpg')).withMetadata({ orientation: 6 }).toBuffer();
  await writeFile(join(folder, 'covers/photo.jpg'), lying);
  const { posts } = await readContent(folder);
  expect(posts[0]?.image).toMatchObject({ width: 600, height: 1000 });
});

test('a draft is a post only where drafts are shown', async () => {
  const folder = await copyOfContent();
  await edit(folder, POST, /^title: /m, 'draft: true\ntitle: ');
  expect((await readContent(folder)).posts).toHaveLength(3);
  // There, posts to come are shown too.
  expect(editionOf(await readContent(folder, { drafts: true }), 0)).toMatchObject({
    posts: [{}, {}, {}, {}],
  });
  await edit(folder, POST, 'draft: true', 'draft: false');
  expect((await readContent(folder)).posts).toHaveLength(4);
});

test.each([
  ['after its publication', '2026-03-05T12:00:00+02:00', '2026-03-05T10:00:00.000Z'],
  ['before its publication', '2026-02-28T12:00:00+02:00', undefined],
])('a post edited %s has that date: %s', async (_, written, expected) => {
  const folder = await copyOfContent();
  await edit(folder, POST, /^title: /m, `updated_at: ${written}\ntitle: `);
  expect((await readContent(folder)).posts[0]?.updated_at).toBe(expected);
});

test('what only the check before publishing finds is served, as are mistakes that an earlier one let pass', async () => {
  const folder = await copyOfContent();
  const hours = [{ days: 'за домовленістю', time: '24/7' }];
  const owner = { ...OWNER, contact: { ...OWNER.contact, hours } };
  await writeFile(join(folder, 'owner.json'), JSON.stringify(owner));
  await edit(folder, 'vacancies.json', '"title":', '"posted": "2026-11-02", "title":');
  await cp(join(folder, POST), join(folder, `posts/${'c'.repeat(101)}.md`));
  await cp(join(folder, POST), join(folder, 'covers/Thumbs.db'));
  await edit(folder, POST, 'Текст.', '![Кава](/api/covers/kava.png) [а](/pro-nas)');
  expect(await readContent(folder)).toMatchObject({ owner });
  expect(openingHours(hours)).toEqual([]);
});

test('the byte order mark of editors for Windows is skipped', async () => {
  const folder = await copyOfContent();
  for (const name of [POST, 'services.json', 'home.json']) await edit(folder, name, /^/, '\uFEFF');
  expect(await readContent(folder)).toMatchObject({ posts: [{ title: 'Кава' }, {}, {}, {}] });
});

test('stored facts save parsing posts again, do not hide a lost cover, and are forgotten with their file', async () => {
  const folder = await copyOfContent();
  const factsFile = join(folder, 'facts.json');
  const titles = async () => (await readContent(folder, { factsFile })).posts.map(({ title }) => title);
  await titles();
  await edit(folder, 'facts.json', 'Кава', 'Відома');
  expect((await titles())[0]).toBe('Відома');
  await edit(folder, POST, 'Текст.', 'Новий текст.');
  expect((await titles())[0]).toBe('Кава');
  expect(await readFile(factsFile, 'utf8')).not.toContain('Відома');
  await rm(join(folder, 'covers/photo.jpg'));
  await expect(titles()).rejects.toThrow('«Обкладинка»');
});

test.each(['', '{', '[]', 'null'])('facts that read %j are ignored', async (text) => {
  const folder = await copyOfContent();
  await writeFile(join(folder, 'facts.json'), text);
  const content = await readContent(folder, { factsFile: join(folder, 'facts.json') });
  expect(content.posts).toHaveLength(4);
});
