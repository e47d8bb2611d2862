import { cp, mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ContentError } from '@vidlunnia/api/src/content/content';
import { copyOfContent, edit } from '@vidlunnia/api/test/support/content-folder';
import { OWNER } from '@vidlunnia/content';
import { checkContent } from './owners-check';

const POST = 'posts/kava.md';

const check = (folder: string) => checkContent(folder, join(folder, 'owner.json'));
async function mistakesOf(folder: string): Promise<string[]> {
  const error: unknown = await check(folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ContentError);
  return String(error)
    .split('\n')
    .slice(1)
    .map((line) => line.replace('  - ', '').replace('api/content/', '').replaceAll('\u00a0', ' '));
}

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
    `authors.json, рядок 3: Автор або авторка № 1, «Портрет» — немає картинки /api/portraits/olga.svg; є ${pictures}`,
    'covers/broken.png: картинка не відкривається; збережіть її ще раз як jpg, png, webp, avif або svg',
    `posts/Lyst.md: ${name}`,
    `posts/${'c'.repeat(101)}.md: ${name}`,
    `posts/home.md: ${name}`,
    'posts/kava.md, рядок 2: «Заголовок» — має бути непорожній текст; зараз немає поля title',
    'posts/kava.md, рядок 4: «Автор або авторка» — має бути хтось зі списку в api/content/authors.json: Олена Луна, Ігор Тиша; зараз «Хтось»',
    `posts/kava.md, рядок 15: немає картинки /api/covers/kava.png; є ${pictures}`,
    'posts/kava.md, рядок 17: посилання «http://x.example» — потрібна захищена адреса; напишіть https://x.example',
    'posts/zvit.md, рядок 7: «Обкладинка» — має бути картинка, яка є: /api/covers/photo.jpg, /api/covers/waves.svg; зараз «/api/covers/storm.svg»',
    'services.json, рядок 8: Послуга № 1, «Ціна від» — має бути число, більше за 0, без лапок; зараз «дорого»',
  ]);
});

test('hours have to be readable for search engines, if they are not yet published', async () => {
  const folder = await copyOfContent();
  const hours = [{ days: 'за домовленістю', time: '24/7' }];
  const owner = { ...OWNER, contact: { ...OWNER.contact, hours } };
  await writeFile(join(folder, 'owner.json'), JSON.stringify(owner));
  expect(await mistakesOf(folder)).toMatchObject(
    [/^shared/, /^shared/].map((start) => expect.stringMatching(start)),
  );
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
    'authors.json, рядок 3: Автор або авторка № 1, «Є в розділі «Команда»» — «Олена Луна» немає в команді; зніміть позначку або додайте людину',
    'home.json, рядок 13: «Чому ми», «Шість обіцянок» — має бути рівно шість обіцянок',
    'services.json, рядок 14: Послуга № 2, «Малюнок» — у файлі api/content/icons/services.svg немає <symbol id="brand">',
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
  expect((await check(folder)).posts).toHaveLength(4);
});

test('links that lead nowhere are named, also after a post is removed', async () => {
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
});

test('categories that are almost the same are named, with both files; spaces around them do not matter', async () => {
  const folder = await copyOfContent();
  for (const [post, category] of Object.entries({ kava: 'SMM', chai: '"SMM "', lyst: 'smm', zvit: 'Кейс' }))
    await edit(folder, `posts/${post}.md`, /^category: .*/m, `category: ${category}`);
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
  ]);
});
