import { appendFile, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { contentFolder } from '../../src/config/package-root';
import { ContentError, readContent } from '../../src/content/content';
import { copyOfContent, edit } from '../support/content-folder';

const POST = 'posts/piat-kaviaren.md';

test('the content of the repository is read completely, posts newest first', async () => {
  const { services, posts, pictures } = await readContent(contentFolder);
  const written = JSON.parse(await readFile(join(contentFolder, 'services.json'), 'utf8')) as unknown;
  expect(services).toEqual(written);
  const files = await readdir(contentFolder, { recursive: true });
  expect(posts.map(({ id }) => `posts/${id}.md`).sort()).toEqual(
    files.filter((file) => file.endsWith('.md')).sort(),
  );
  expect([...pictures.keys()].sort()).toEqual(
    files.filter((file) => /^(covers|icons|previews)\/.*\.(svg|png)$/.test(file)).sort(),
  );
  const times = posts.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual([...times].sort((one, other) => other - one));
  expect([services.length, posts.length].includes(0)).toBe(false);
});

test('posts of the same time are in the order of their ids', async () => {
  const folder = await copyOfContent(['zlyi-komentar']);
  for (const id of ['b-a', 'b', 'a']) {
    await cp(join(folder, 'posts/zlyi-komentar.md'), join(folder, `posts/${id}.md`));
    await edit(folder, `posts/${id}.md`, /^id: .*$/m, `id: ${id}`);
  }
  const { posts } = await readContent(folder);
  expect(posts.map(({ id }) => id)).toEqual(['a', 'b', 'b-a', 'zlyi-komentar']);
});

test('after a post, recommended posts are those of its category, then earlier ones, then the newest', async () => {
  const { posts } = await readContent(contentFolder);
  const after = (id: string) => posts.find((post) => post.id === id)?.next?.map((next) => next.id);
  expect(after('piat-kaviaren')).toEqual(['menshe-zaiavok-bilshe-patsiientiv', 'rozsylka-zamist-znyzhok']);
  expect(after('zvit-na-odnu-storinku')).toEqual(['menshe-zaiavok-bilshe-patsiientiv', 'zlyi-komentar']);
  // The last post of its category continues with the newest.
  expect(after('testove-na-dvi-hodyny')).toEqual([posts[0]?.id, posts[1]?.id]);
});

test('a single post has no recommended posts', async () => {
  const { posts } = await readContent(await copyOfContent(['piat-kaviaren']));
  expect(posts).toMatchObject([{ next: [] }]);
});

test('all mistakes are in one error', async () => {
  const folder = await copyOfContent();
  await edit(folder, POST, /^title: .*\n/m, '');
  await edit(folder, 'posts/zlyi-komentar.md', 'cover-4', 'cover-9');
  await edit(folder, 'icons/services.svg', ' id="smm"', '');
  const error: unknown = await readContent(folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ContentError);
  expect(String(error).split('\n').slice(1)).toEqual([
    '  - services.json:5: service 1: icon_url: put a <symbol id="smm"> into icons/services.svg',
    '  - posts/piat-kaviaren.md:2: title is missing; it has to be a text that is not empty',
    expect.stringMatching(
      /^ {2}- posts\/zlyi-komentar\.md:8: cover: there is no covers\/cover-9\.svg; use cover-1, /,
    ),
  ]);
});

test.each([
  ['a bad date', /^created_at: .*$/m, 'created_at: yesterday', /:7: created_at: write a date like/],
  [
    'a day that does not exist',
    /^created_at: .*$/m,
    'created_at: 2026-02-31T09:00:00+02:00',
    /:7: created_at: write a date/,
  ],
  [
    'a date without zone',
    /^created_at: .*$/m,
    'created_at: 2026-02-01T09:00:00',
    /:7: created_at: write a date/,
  ],
  [
    'an id that is not the file’s name',
    /^id: .*$/m,
    'id: zlyi-komentar',
    /:2: name the file zlyi-komentar\.md/,
  ],
  ['an unknown field', /^id: /m, 'subtitle: x\nid: ', /:2: subtitle/],
  ['a number where text belongs', /^title: .*$/m, 'title: 5', /:3: title is 5; it has to be a text/],
  ['broken YAML', /^title: .*$/m, 'title: "x" y', /piat-kaviaren\.md:3: /],
  ['YAML that does not end', /^title: .*$/m, 'title: [', /piat-kaviaren\.md:4: /],
  ['an alias of nothing', /^title: .*$/m, 'title: *nothing', /piat-kaviaren\.md:2: .*nothing/],
  ['no front matter', /^---\n/, '', /:1: begin the file with front matter/],
  ['no text', /\n---\n[^]*/, '\n---\n', /:11: write the post below/],
  [
    'a link’s definition alone',
    /\n---\n[^]*/,
    '\n---\n[a]: https://b.example\n',
    /:11: write the post below/,
  ],
  ['text that is not let through', /\n---\n[^]*/, '\n---\n<script>1</script>\n', /:11: write the post below/],
])('a post with %s is rejected with file, line and fix', async (_, from, to, message) => {
  const folder = await copyOfContent();
  await edit(folder, POST, from, to);
  await expect(readContent(folder)).rejects.toThrow(message);
});

test.each([
  ['a missing title', /"title": "SMM[^"]*",/, '', /:2: service 1: title is missing/],
  ['a price in words', '14000', '"14000"', /:12: service 1: price_from is “14000”; it has to be a number/],
  ['a price of nothing', '14000', '0', /:12: service 1: price_from: write a number above 0/],
  ['a feature in digits', /"Контент-план[^"]*"/, '5', /:7: service 1: features\.0 is 5; it has to be a text/],
  [
    'an unknown icon',
    'services.svg#smm',
    'nope.svg#smm',
    /:5: service 1: icon_url: there is no icons\/nope\.svg/,
  ],
  [
    'a foreign icon',
    '/api/icons/services.svg#smm',
    'https://x.example/a.svg',
    /:5: service 1: icon_url: write it like/,
  ],
  ['broken JSON', '[', '', /services\.json:\d+: /],
  ['a missing quote', '14000', '"14000', /services\.json:\d+: /],
  [
    'a field twice',
    '"price_from": 14000',
    '"title": "x", "price_from": 14000',
    /services\.json:12: .*unique/,
  ],
])('services with %s are rejected with file, line and fix', async (_, from, to, message) => {
  const folder = await copyOfContent();
  await edit(folder, 'services.json', from, to);
  await expect(readContent(folder)).rejects.toThrow(message);
});

test('services that are not a list are rejected', async () => {
  const folder = await copyOfContent();
  await writeFile(join(folder, 'services.json'), '{}');
  await expect(readContent(folder)).rejects.toThrow(
    'services.json:1: write a list of services between [ and ]',
  );
});

test('a repeated id is rejected', async () => {
  const folder = await copyOfContent();
  await cp(join(folder, POST), join(folder, 'posts/copy.md'));
  await appendFile(join(folder, 'posts/copy.md'), '\n');
  await expect(readContent(folder)).rejects.toThrow(ContentError);
});

test('a post must not have the id of the home page’s preview', async () => {
  const folder = await copyOfContent();
  await cp(join(folder, POST), join(folder, 'posts/home.md'));
  await edit(folder, 'posts/home.md', /^id: .*$/m, 'id: home');
  await expect(readContent(folder)).rejects.toThrow(/home\.md:2: id: home is the home page’s link preview/);
});

test('without posts and services there is no error', async () => {
  const folder = await copyOfContent();
  await rm(join(folder, 'posts'), { recursive: true });
  await cp(join(folder, 'icons'), join(folder, 'posts'), { recursive: true });
  await writeFile(join(folder, 'services.json'), '[]');
  expect(await readContent(folder)).toMatchObject({ services: [], posts: [] });
});
