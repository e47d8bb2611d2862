import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { publishContent, takeBack, versionsIn } from '@vidlunnia/content/versions';
import { contentCommand } from '../../src/commands/content';
import { readEnvironment } from '../../src/config/environment';
import { contentFolder } from '../../src/package-root';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { written } from '../support/written';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
const run = async (options: Parameters<typeof contentCommand>[1] = {}) =>
  (await written(() => contentCommand(readEnvironment({ CONTENT_DIR: folder }), options))).join('');
const live = async () => (await versionsIn(folder))[0]?.version ?? '';
/** Another image's content: only these files. */
const publish = (...files: string[]) =>
  publishContent(folder, Object.fromEntries(files.map((file) => [file, join(contentFolder, file)])));

test('publishes the image’s content once, and rolls it back', async () => {
  await expect(run({ isBack: true })).rejects.toThrow('попередньої версії немає');
  await run();
  const name = await live();
  const published = await readFile(join(folder, name, 'services.json'));
  expect(published.equals(await readFile(join(contentFolder, 'services.json')))).toBe(true);
  expect([await run(), await live()]).toEqual(['Змін немає\n', name]);
  await publish('services.json');
  expect(await run({ isBack: true })).toMatch(/^За секунду-дві на сайті:\n {2}- /);
  expect(await live()).toBe(name);
});

test('a start does not publish what was rolled back, one change or two; --again does', async () => {
  const first = await publish('services.json');
  await publish('team.json');
  await run();
  const last = await live();
  await takeBack(folder);
  await takeBack(folder);
  expect(await run()).toContain('content --again');
  await publish('team.json');
  expect(await live()).toBe(first);
  await run({ isAgain: true });
  expect(await live()).toBe(last);
});

test('without CONTENT_DIR it is rejected', async () => {
  await expect(contentCommand(readEnvironment({}))).rejects.toThrow('CONTENT_DIR не задано');
});
