import { cp, mkdir, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { OWNER, openingHours } from '@vidlunnia/content';
import { ContentError, editionOf, readContent } from '../../src/content/content';
import { copyOfContent, edit, sampleFolder } from '../support/content-folder';

const POST = 'posts/kava.md';

/** What the owner's check names. */
async function mistakesOf(folder: string): Promise<string[]> {
  const error: unknown = await readContent(folder, { strict: true, drafts: true }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ContentError);
  return String(error)
    .split('\n')
    .slice(1)
    .map((line) => line.replace('  - api/content/', '').replaceAll('\u00a0', ' '));
}

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

test('posts of the same time are in the order of their ids', async () => {
  const folder = await copyOfContent();
  for (const id of ['b-a', 'b', 'a']) await cp(join(folder, 'posts/lyst.md'), join(folder, `posts/${id}.md`));
  const { posts } = await readContent(folder);
  expect(posts.map(({ id }) => id).slice(-4)).toEqual(['a', 'b', 'b-a', 'lyst']);
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

test('all mistakes are in one error, in Ukrainian, with file, line, field and remedy', async () => {
  const folder = await copyOfContent();
  await edit(folder, 'services.json', '1000', '"дорого"');
  await edit(folder, 'authors.json', 'olena.svg', 'olga.svg');
  await edit(folder, POST, /^title: .*\n/m, '');
  await edit(folder, POST, 'Олена Луна', 'Хтось');
  await edit(folder, POST, 'Текст.', 'Текст.\n\n![Кава](/api/covers/kava.png)\n\n[а](http://x.example)');
  await edit(folder, 'posts/zvit.md', 'waves', 'storm');
  await rename(join(folder, 'posts/lyst.md'), join(folder, 'posts/Lyst.md'));
  await cp(join(folder, 'posts/chai.md'), join(folder, `posts/${'c'.repeat(101)}.md`));
  // The id of the home page's link preview.
  await rename(join(folder, 'posts/chai.md'), join(folder, 'posts/home.md'));
  await writeFile(join(folder, 'covers/broken.png'), 'png');
  const name = 'назвіть файл інакше: малі латинські літери, цифри й дефіси, до 100 знаків, і не home.md';
  const pictures = '/api/covers/photo.jpg, /api/covers/waves.svg, /api/portraits/olena.svg';
  expect(await mistakesOf(folder)).toEqual([
    'covers/broken.png: картинка не відкривається; збережіть її ще раз як jpg, png, webp, avif або svg',
    'services.json, рядок 8: Послуга № 1, «Ціна від» — має бути число, більше за 0, без лапок; зараз «дорого»',
    `authors.json, рядок 3: Автор або авторка № 1, «Портрет» — немає картинки /api/portraits/olga.svg; є ${pictures}`,
    `posts/Lyst.md: ${name}`,
    `posts/${'c'.repeat(101)}.md: ${name}`,
    `posts/home.md: ${name}`,
    'posts/kava.md, рядок 2: «Заголовок» — має бути непорожній текст; зараз немає поля title',
    'posts/kava.md, рядок 4: «Автор або авторка» — має бути хтось зі списку в api/content/authors.json: Олена Луна, Ігор Тиша; зараз «Хтось»',
    `posts/kava.md, рядок 15: немає картинки /api/covers/kava.png; є ${pictures}`,
    'posts/kava.md, рядок 17: посилання «http://x.example» — потрібна захищена адреса; напишіть https://x.example',
    'posts/zvit.md, рядок 7: «Обкладинка» — має бути картинка, яка є: /api/covers/photo.jpg, /api/covers/waves.svg; зараз «/api/covers/storm.svg»',
  ]);
});

test('content that an earlier check let pass is served: odd hours, the day of a vacancy, a long address, an unread file', async () => {
  const folder = await copyOfContent();
  const hours = [{ days: 'за домовленістю', time: '24/7' }];
  const owner = { ...OWNER, contact: { ...OWNER.contact, hours } };
  await writeFile(join(folder, 'owner.json'), JSON.stringify(owner));
  await edit(folder, 'vacancies.json', '"title":', '"posted": "2026-11-02", "title":');
  await cp(join(folder, POST), join(folder, `posts/${'c'.repeat(101)}.md`));
  await cp(join(folder, POST), join(folder, 'covers/Thumbs.db'));
  expect(await readContent(folder)).toMatchObject({ owner });
  expect(openingHours(hours)).toEqual([]);
  expect(await mistakesOf(folder)).toHaveLength(4);
});

test('a file of an owner’s folder that nothing reads is a mistake, except what systems keep for themselves', async () => {
  const folder = await copyOfContent();
  const unread = ['covers/x.gif', 'posts/2027/x.md', 'posts/x.MD', 'posts/x.markdown', 'posts/x.md.txt'];
  for (const name of [...unread, 'posts/kava.md~', 'covers/.DS_Store', 'README.md'].sort()) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await cp(join(folder, POST), join(folder, name));
  }
  const mistakes = await mistakesOf(folder);
  expect(mistakes.map((each) => each.split(': ')[0])).toEqual(unread);
  expect(mistakes[0]).toMatch(
    /: цього файлу сайт не читає\. .* Перейменуйте, перенесіть або приберіть його$/,
  );
});

test('the byte order mark of editors for Windows is skipped', async () => {
  const folder = await copyOfContent();
  for (const name of [POST, 'services.json', 'home.json']) await edit(folder, name, /^/, '\uFEFF');
  expect(await readContent(folder)).toMatchObject({ posts: [{ title: 'Кава' }, {}, {}, {}] });
});

test('mistakes of the drawings, the team, the vacancies and the texts are named', async () => {
  const folder = await copyOfContent();
  await edit(folder, 'icons/services.svg', 'id="brand"', 'id="band"');
  await edit(folder, 'team.json', 'Олена Луна', 'Ігор Тиша');
  await edit(folder, 'team.json', 'olena.svg', 'olga.svg');
  await edit(folder, 'vacancies.json', 'Аналітик/иня', 'Редактор/ка');
  await edit(folder, 'vacancies.json', '30000', '10000');
  await edit(folder, 'home.json', /,\s*\{\s*"title": "Обіцянка 6"[^}]*\}/, '');
  const mistakes = await mistakesOf(folder);
  const expected = [
    'home.json, рядок 13: «Чому ми», «Шість обіцянок» — має бути рівно шість обіцянок',
    'services.json, рядок 14: Послуга № 2, «Малюнок» — у файлі api/content/icons/services.svg немає <symbol id="brand">',
    'authors.json, рядок 3: Автор або авторка № 1, «Є в розділі «Команда»» — «Олена Луна» немає в команді; зніміть позначку або додайте людину',
    'team.json, рядок 7: Людина № 1, «Портрет» — немає картинки /api/portraits/olga.svg; є /api/covers/photo.jpg',
    'team.json, рядок 11: Людина № 2, «Ім’я та прізвище» — «Ігор Тиша» уже є в переліку; змініть або видаліть',
    'vacancies.json, рядок 6: Вакансія № 1, «Зарплата до, ₴ на місяць» — має бути не менше, ніж «Зарплата від»; зараз 10000',
    'vacancies.json, рядок 11: Вакансія № 2, «Назва» — «Редактор/ка» уже є в переліку; змініть або видаліть',
  ];
  expect(mistakes).toEqual(expected.map((mistake) => expect.stringContaining(mistake)));
});

test.each([
  ['a day that does not exist', '2026-03-01', '2026-02-31', /, рядок 6: «Дата публікації» — має бути дата/],
  ['a date without zone', '+02:00', '', /, рядок 6: «Дата публікації» — має бути дата/],
  ['the file’s name as its id', /^title: /m, 'id: kava\ntitle: ', /, рядок 2: «id» — такого поля немає/],
  ['a draft in words', /^title: /m, 'draft: так\ntitle: ', /, рядок 2: «Чернетка» — має бути true/],
  ['broken YAML', /^title: .*$/m, 'title: "x" y', /kava\.md, рядок 2: файл тут не читається/],
  ['no front matter', /^---\n/, '', /, рядок 1: почніть файл з/],
  ['no text', /\n---\n[^]*/, '\n---\n', /, рядок 10: напишіть текст/],
])('a post with %s is rejected', async (_, from, to, message) => {
  const folder = await copyOfContent();
  await edit(folder, POST, from, to);
  expect(await mistakesOf(folder)).toEqual([expect.stringMatching(message)]);
});

test('links may lead to pages, sections and headings of this site', async () => {
  const folder = await copyOfContent();
  const links = [
    ...['/', '/#services', '/?service=smm#contact-form', '/#service-smm', '/privacy', '/blog/'],
    ...['/blog/chai#part-розділ', '/blog/category/Команда', '/api/covers/waves.svg', '/rss.xml'],
    ...['#part-розділ', 'mailto:a@b.co', 'tel:+380'],
  ];
  await edit(folder, POST, 'Текст.', links.map((each) => `[а](${each})`).join(' '));
  expect((await readContent(folder, { strict: true })).posts).toHaveLength(4);
});

test('links that lead nowhere are named, also after a post is removed; published content is served with them', async () => {
  const folder = await copyOfContent();
  const page = 'такої сторінки на сайті немає; виправте адресу або приберіть посилання';
  const draft = 'це чернетка, якої відвідувач не побачить; опублікуйте її або приберіть посилання';
  const links = new Map([
    ['/blog/lyst', page],
    ['/blog/zvit', draft],
    ['#part-інше', 'там немає місця #part-інше; є #part-розділ'],
    ['/blog/chai#розділ', 'там немає місця #розділ; є #part-розділ'],
    ['/#people', 'там немає місця #people; є #hero, #about, '],
    ['/?service=x#contact', 'такої послуги немає; є smm, content, '],
    ['/blog?category=SMM', 'рубрика має іншу адресу; напишіть /blog/category/SMM'],
    ['/blog/category/SMM', 'такої рубрики немає; є Кейси, Аналітика'],
    ['/pro-nas', page],
    ['/privacy#part-а', 'там немає місця #part-а; приберіть його'],
  ]);
  await edit(folder, POST, 'Текст.', [...links.keys()].map((each) => `[а](${each})`).join('\n'));
  await edit(folder, 'posts/zvit.md', /^title: /m, 'draft: true\ntitle: ');
  await rm(join(folder, 'posts/lyst.md'));
  expect(await mistakesOf(folder)).toEqual(
    [...links].map(([link, remedy], line) =>
      expect.stringContaining(`posts/kava.md, рядок ${String(14 + line)}: посилання «${link}» — ${remedy}`),
    ),
  );
  expect((await readContent(folder)).posts).toHaveLength(2);
});

test('categories that are almost the same are named, with both files; spaces around them do not matter', async () => {
  const folder = await copyOfContent();
  for (const [post, category] of Object.entries({ kava: 'SMM', chai: '"SMM "', lyst: 'smm', zvit: 'Кейс' }))
    await edit(folder, `posts/${post}.md`, /^category: .*/m, `category: ${category}`);
  const { posts } = await readContent(folder);
  expect(posts.map(({ category }) => category)).toEqual(['SMM', 'Кейс', 'SMM', 'smm']);
  expect(await mistakesOf(folder)).toEqual([
    'posts/lyst.md, рядок 4: «Рубрика» — «smm» майже така, як «SMM» у файлі api/content/posts/chai.md; напишіть їх однаково',
  ]);
});

test('a picture that is cut off or too large is named', async () => {
  const folder = await copyOfContent();
  await truncate(join(folder, 'covers/photo.jpg'), 3000);
  const wide = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8000 6000"></svg>';
  await writeFile(join(folder, 'covers/wide.svg'), wide);
  await writeFile(join(folder, 'portraits/large.avif'), Buffer.alloc(21 * 1024 ** 2));
  expect(await mistakesOf(folder)).toEqual([
    expect.stringMatching(/^covers\/photo\.jpg: картинка не відкривається/),
    expect.stringMatching(/^covers\/wide\.svg: картинка завелика, 8000 × 6000 пікселів/),
    expect.stringMatching(/^portraits\/large\.avif: картинка завелика, 21 МБ/),
    // Its post has no cover.
    expect.stringMatching(/^posts\/kava\.md, рядок 7: «Обкладинка»/),
  ]);
});

test('without posts and services there is no error', async () => {
  const folder = await copyOfContent();
  for (const file of await readdir(join(folder, 'posts'))) await rm(join(folder, 'posts', file));
  await writeFile(join(folder, 'services.json'), '{ "services": [] }');
  expect(await readContent(folder)).toMatchObject({ services: [], posts: [] });
});
