/** @jest-environment ./test/support/pglite-environment.ts */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { findPost } from '../../src/content/find-posts';
import { importContent, readContent } from '../../src/content/import-content';
import { previews } from '../../src/database/schema';
import { findPreview } from '../../src/previews/find-preview';
import { PreviewImport } from '../../src/previews/preview-import';
import { wantedPreviews } from '../../src/previews/wanted-previews';
import { copyOfContent, edit } from '../support/content-folder';
import { onEachDatabase } from '../support/on-each-database';

const POST = 'posts/piat-kaviaren.md';
const TEMPLATE = 'og/template.svg';

onEachDatabase((database) => {
  beforeEach(() => database().delete(previews));

  const drawn = async (folder?: string) => (await importContent(database(), folder)).previews;

  test('the first import draws every image, the next ones none', async () => {
    expect([await drawn(), await drawn(), await drawn()]).toEqual([9, 0, 0]);
  });

  test('replicas that start together store each image once', async () => {
    await Promise.all([drawn(), drawn(), drawn()]);
    expect(await database().select({ id: previews.id }).from(previews)).toHaveLength(9);
    expect(await drawn()).toBe(0);
  });

  test.each([
    ['a changed title', POST, /^title: .*$/m, 'title: Інша', 1],
    ['a changed category', POST, /^category: .*$/m, 'category: SMM', 1],
    ['a changed text', POST, '## Що ми запропонували', '## Що ми зробили', 0],
    ['a changed template', TEMPLATE, '#f7f4ee', '#ffffff', 9],
  ])('%s draws what it touches again', async (_, file, from, to, count) => {
    const folder = await copyOfContent();
    await importContent(database(), folder);
    const before = await findPreview(database(), 'piat-kaviaren');
    await edit(folder, file, from, to);
    expect(await drawn(folder)).toBe(count);
    const after = await findPreview(database(), 'piat-kaviaren');
    expect(Buffer.from(after ?? []).equals(Buffer.from(before ?? []))).toBe(count === 0);
  });

  test('the image of a removed post vanishes', async () => {
    const folder = await copyOfContent();
    await importContent(database(), folder);
    await rm(join(folder, POST));
    expect(await drawn(folder)).toBe(0);
    expect(await findPreview(database(), 'piat-kaviaren')).toBeUndefined();
    expect(await findPreview(database(), 'home')).toBeDefined();
  });

  test('what another replica imports between drawing and storing is drawn again', async () => {
    const folder = await copyOfContent();
    const { postRows } = await readContent(folder);
    await importContent(database(), folder);
    const late = new PreviewImport(await wantedPreviews(join(folder, 'og'), postRows), join(folder, 'og'));
    await late.draw(database());
    const image = await findPreview(database(), 'piat-kaviaren');
    await edit(folder, POST, /^title: .*$/m, 'title: Інша');
    await importContent(database(), folder);
    expect(await database().transaction((transaction) => late.store(transaction))).toBe(1);
    expect(await findPreview(database(), 'piat-kaviaren')).toEqual(image);
  });

  test('a failure to draw is a warning; content is imported and the old images stay', async () => {
    const folder = await copyOfContent();
    await importContent(database(), folder);
    const old = await findPreview(database(), 'piat-kaviaren');
    await writeFile(join(folder, TEMPLATE), '<svg/>');
    await edit(folder, POST, /^title: .*$/m, 'title: Інша');
    const warn = jest.spyOn(process, 'emitWarning').mockReturnValue();
    expect(await drawn(folder)).toBe(0);
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^Link previews could not be drawn: .*no layer <g id="title">/)],
    ]);
    warn.mockRestore();
    expect(await findPost(database(), 'piat-kaviaren')).toMatchObject({ title: 'Інша' });
    expect(await findPreview(database(), 'piat-kaviaren')).toEqual(old);
  });
});
