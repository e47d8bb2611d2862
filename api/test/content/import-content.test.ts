/** @jest-environment ./test/support/pglite-environment.ts */
import { appendFile, cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ContentError } from '../../src/content/content-problems';
import { listPosts } from '../../src/content/find-posts';
import { importContent, readContent } from '../../src/content/import-content';
import { listServices } from '../../src/content/list-services';
import { copyOfContent, edit } from '../support/content-folder';
import { onEachDatabase } from '../support/on-each-database';

const POST = 'posts/piat-kaviaren.md';

onEachDatabase((database) => {
  test('the content of the repository is imported whole, however often', async () => {
    expect(await importContent(database())).toMatchObject({ services: 6, posts: 8 });
    expect(await importContent(database())).toMatchObject({ services: 6, posts: 8 });
    expect(await listPosts(database())).toHaveLength(8);
  });

  test('what is removed from the files vanishes, what is changed changes', async () => {
    const folder = await copyOfContent();
    await importContent(database(), folder);
    await rm(join(folder, POST));
    await edit(folder, 'services.json', '14000', '15000');
    await importContent(database(), folder);
    expect((await listPosts(database())).map(({ id }) => id)).not.toContain('piat-kaviaren');
    expect((await listServices(database()))[0]).toMatchObject({ price_from: 15000 });
  });

  test('imports at the same time do not disturb each other', async () => {
    await Promise.all([importContent(database()), importContent(database()), importContent(database())]);
    expect(await listServices(database())).toHaveLength(6);
  });

  test('all problems are in one error and nothing is imported', async () => {
    const folder = await copyOfContent();
    await edit(folder, POST, /^title: .*\n/m, '');
    await edit(folder, 'posts/zlyi-komentar.md', 'cover-4', 'cover-9');
    await edit(folder, 'icons/services.svg', ' id="smm"', '');
    await expect(importContent(database(), folder)).rejects.toThrow(
      /services\.json: service 1: [^]*id="smm"[^]*piat-kaviaren\.md: add the field title[^]*zlyi-komentar\.md: cover: there is no covers\/cover-9\.svg/,
    );
    expect([await listPosts(database()), await listServices(database())]).toEqual([[], []]);
  });
});

test.each([
  ['a bad date', /^created_at: .*$/m, 'created_at: yesterday', /created_at: write a date like/],
  [
    'a day that does not exist',
    /^created_at: .*$/m,
    'created_at: 2026-02-31T09:00:00+02:00',
    /created_at: write a date/,
  ],
  ['a date without zone', /^created_at: .*$/m, 'created_at: 2026-02-01T09:00:00', /created_at: write a date/],
  ['an id that is not the file’s name', /^id: .*$/m, 'id: zlyi-komentar', /name the file zlyi-komentar\.md/],
  ['an unknown field', /^id: /m, 'subtitle: x\nid: ', /subtitle/],
  ['a number where text belongs', /^title: .*$/m, 'title: 5', /title: expected string/],
  ['broken YAML', /^title: .*$/m, 'title: [', /piat-kaviaren\.md: /],
  ['no front matter', /^---\n/, '', /begin the file with front matter/],
  ['no text', /\n---\n[^]*/, '\n---\n', /write the post below/],
])('a post with %s is rejected by file and mend', async (_, from, to, message) => {
  const folder = await copyOfContent();
  await edit(folder, POST, from, to);
  await expect(readContent(folder)).rejects.toThrow(message);
});

test.each([
  ['a missing title', /"title": "SMM[^"]*",/, '', /service 1: add the field title/],
  ['a price in words', '14000', '"14000"', /service 1: price_from: expected number/],
  ['a price of nothing', '14000', '0', /service 1: price_from: write a number above 0/],
  [
    'an unknown icon',
    'services.svg#smm',
    'nope.svg#smm',
    /service 1: icon_url: there is no icons\/nope\.svg/,
  ],
  [
    'a foreign icon',
    '/api/icons/services.svg#smm',
    'https://x.example/a.svg',
    /service 1: icon_url: write it like/,
  ],
  ['broken JSON', '[', '', /services\.json: /],
])('services with %s are rejected by file and mend', async (_, from, to, message) => {
  const folder = await copyOfContent();
  await edit(folder, 'services.json', from, to);
  await expect(readContent(folder)).rejects.toThrow(message);
});

test('an id used twice is rejected', async () => {
  const folder = await copyOfContent();
  await cp(join(folder, POST), join(folder, 'posts/copy.md'));
  await appendFile(join(folder, 'posts/copy.md'), '\n');
  await expect(readContent(folder)).rejects.toThrow(ContentError);
});

test('a post can’t take the address of the home page’s image', async () => {
  const folder = await copyOfContent();
  await cp(join(folder, POST), join(folder, 'posts/home.md'));
  await edit(folder, 'posts/home.md', /^id: .*$/m, 'id: home');
  await expect(readContent(folder)).rejects.toThrow(/home\.md: id: home is the home page’s link preview/);
});
