import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { publishContent, takeBack, versionsIn } from '@vidlunnia/content/versions';
import { contentCommand } from '../../src/commands/content';
import { readEnvironment } from '../../src/config/environment';
import { contentFolder } from '../../src/config/package-root';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { written } from '../support/written';

test('publishes the image’s content once, and rolls it back', async () => {
  const folder = temporaryFolder();
  const environment = readEnvironment({ CONTENT_DIR: folder });
  const run = async (isBack = false) =>
    (await written(() => contentCommand(environment, { isBack }))).join('');
  const live = async () => (await versionsIn(folder))[0]?.version ?? '';
  await expect(run(true)).rejects.toThrow('попередньої версії немає');
  await run();
  const name = await live();
  const published = await readFile(join(folder, name, 'services.json'));
  expect(published.equals(await readFile(join(contentFolder, 'services.json')))).toBe(true);
  expect([await run(), await live()]).toEqual(['Змін немає\n', name]);
  // Another image's.
  await publishContent(folder, { 'services.json': join(contentFolder, 'services.json') });
  expect(await run(true)).toMatch(/^За секунду-дві на сайті:\n {2}- /);
  expect(await live()).toBe(name);
});

test('a start does not publish what was rolled back; --again does', async () => {
  const folder = temporaryFolder();
  const environment = readEnvironment({ CONTENT_DIR: folder });
  const live = async () => (await versionsIn(folder))[0]?.version ?? '';
  const first = await publishContent(folder, { 'services.json': join(contentFolder, 'services.json') });
  await written(() => contentCommand(environment));
  const second = await live();
  await takeBack(folder);
  expect((await written(() => contentCommand(environment))).join('')).toContain('content --again');
  expect(await live()).toBe(first);
  await written(() => contentCommand(environment, { isAgain: true }));
  expect(await live()).toBe(second);
});

test('without CONTENT_DIR it is rejected', async () => {
  await expect(contentCommand(readEnvironment({}))).rejects.toThrow('CONTENT_DIR не задано');
});

test('two changes that were rolled back stay so after a start', async () => {
  const folder = temporaryFolder();
  const publish = (...files: string[]) =>
    publishContent(folder, Object.fromEntries(files.map((file) => [file, join(contentFolder, file)])));
  const live = async () => (await versionsIn(folder))[0]?.version;
  const first = await publish('services.json');
  await publish('authors.json');
  await publish('team.json');
  await takeBack(folder);
  await takeBack(folder);
  await publish('team.json');
  await publish('authors.json');
  expect(await live()).toBe(first);
});
