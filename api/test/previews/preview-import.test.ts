/** @jest-environment ./test/support/pglite-environment.ts */
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { findPost } from '../../src/content/find-posts';
import { importContent, readContent } from '../../src/content/import-content';
import type { Database } from '../../src/database/database';
import { previews } from '../../src/database/schema';
import { findPreview } from '../../src/previews/find-preview';
import { PreviewImport } from '../../src/previews/preview-import';
import { wantedPreviews } from '../../src/previews/wanted-previews';
import { copyOfContent, edit } from '../support/content-folder';
import { onEachDatabase, onPglite } from '../support/on-each-database';

const POST = 'posts/piat-kaviaren.md';
// Three images with that of the home page; drawing all nine takes its time.
const POSTS = ['piat-kaviaren', 'zlyi-komentar'];
const TEMPLATE = 'og/template.svg';

/** Hash of the stored image: Jest takes long to compare bytes. */
async function imageOf(database: Database): Promise<string> {
  const image = await findPreview(database, 'piat-kaviaren');
  return createHash('sha256')
    .update(image ?? 'none')
    .digest('hex');
}

const drawn = async (database: Database, folder?: string) => (await importContent(database, folder)).previews;

onEachDatabase((database) => {
  test('the first import draws every image, the next ones none', async () => {
    await database().delete(previews);
    expect([await drawn(database()), await drawn(database()), await drawn(database())]).toEqual([9, 0, 0]);
  });

  test('replicas that start together store each image once', async () => {
    await database().delete(previews);
    const folder = await copyOfContent(POSTS);
    await Promise.all([drawn(database(), folder), drawn(database(), folder), drawn(database(), folder)]);
    expect(await database().select({ id: previews.id }).from(previews)).toHaveLength(3);
    expect(await drawn(database(), folder)).toBe(0);
  });

  test('the image of a removed post vanishes', async () => {
    const folder = await copyOfContent(POSTS);
    await importContent(database(), folder);
    await rm(join(folder, POST));
    expect(await drawn(database(), folder)).toBe(0);
    expect(await findPreview(database(), 'piat-kaviaren')).toBeUndefined();
    expect(await findPreview(database(), 'home')).toBeDefined();
  });

  test('what another replica imports between drawing and storing is drawn again', async () => {
    const folder = await copyOfContent(POSTS);
    const { postRows } = await readContent(folder);
    await importContent(database(), folder);
    const late = new PreviewImport(await wantedPreviews(join(folder, 'og'), postRows), join(folder, 'og'));
    await late.draw(database());
    const image = await imageOf(database());
    await edit(folder, POST, /^title: .*$/m, 'title: Інша');
    await importContent(database(), folder);
    expect(await database().transaction((transaction) => late.store(transaction))).toBe(1);
    expect(await imageOf(database())).toBe(image);
  });
});

onPglite((database) => {
  test.each([
    ['a changed title', POST, /^title: .*$/m, 'title: Інша', 1],
    ['a changed category', POST, /^category: .*$/m, 'category: SMM', 1],
    ['a changed text', POST, '## Що ми запропонували', '## Що ми зробили', 0],
    ['a changed template', TEMPLATE, '#f7f4ee', '#ffffff', 3],
  ])('%s draws what it touches again', async (_, file, from, to, count) => {
    const folder = await copyOfContent(POSTS);
    await importContent(database(), folder);
    const before = await imageOf(database());
    await edit(folder, file, from, to);
    expect(await drawn(database(), folder)).toBe(count);
    expect((await imageOf(database())) === before).toBe(count === 0);
  });

  test('a failure to draw is a warning; content is imported and the old images stay', async () => {
    const folder = await copyOfContent(POSTS);
    await importContent(database(), folder);
    const old = await imageOf(database());
    await writeFile(join(folder, TEMPLATE), '<svg/>');
    await edit(folder, POST, /^title: .*$/m, 'title: Інша');
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
    expect(await drawn(database(), folder)).toBe(0);
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^Link previews could not be drawn: .*no layer <g id="title">/)],
    ]);
    warn.mockRestore();
    expect(await findPost(database(), 'piat-kaviaren')).toMatchObject({ title: 'Інша' });
    expect(await imageOf(database())).toBe(old);
  });
});
