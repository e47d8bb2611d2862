import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '../testing/temporary-folder';
import { recallViews, rememberViews, type Looks, type SeenViews } from './seen-views';

const LOOKS: Looks = {
  remote: 'blog',
  releases: { blog: '1'.repeat(12), home: '2'.repeat(12) },
  shell: '3'.repeat(12),
  browser: '150.0',
};
const SEEN: SeenViews = {
  'home-360': {
    ...{ output: ['a warning'], dead: [], hasOwn: true },
    schemes: { light: { heights: { 'blog/Teaser': 512.5 }, others: 'hash' } },
  },
};

test('views are recalled for the same releases in the same shell and browser alone', async () => {
  const folder = temporaryFolder();
  expect(await recallViews(LOOKS, folder)).toBeNull();
  await rememberViews(LOOKS, SEEN, folder);
  const sameOtherwiseOrdered = { ...LOOKS, releases: { home: '2'.repeat(12), blog: '1'.repeat(12) } };
  expect(await recallViews(sameOtherwiseOrdered, folder)).toEqual(SEEN);
  for (const other of [
    { remote: 'home' },
    { releases: { ...LOOKS.releases, blog: '4'.repeat(12) } },
    { releases: { ...LOOKS.releases, home: '4'.repeat(12) } },
    { releases: { blog: '1'.repeat(12) } },
    { shell: '4'.repeat(12) },
    { browser: '151.0' },
  ]) {
    expect(await recallViews({ ...LOOKS, ...other }, folder)).toBeNull();
  }
});

test.each(['{"home-360":', '{"home-360":{"output":7}}'])('a damaged record, %s, is none', async (text) => {
  const folder = temporaryFolder();
  await rememberViews(LOOKS, SEEN, folder);
  const [file = ''] = await readdir(folder);
  await writeFile(path.join(folder, file), text);
  expect(await recallViews(LOOKS, folder)).toBeNull();
});

test('what was seen long ago is forgotten', async () => {
  const folder = temporaryFolder();
  for (let index = 0; index < 60; index += 1) {
    await rememberViews({ ...LOOKS, shell: String(index) }, SEEN, folder);
  }
  expect(await readdir(folder)).toHaveLength(50);
  expect(await recallViews({ ...LOOKS, shell: '59' }, folder)).toEqual(SEEN);
});
