import { beforeEach, expect, jest, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { later } from '../../testing/site';
import { sampleContent, sampleRelease, VERSIONS } from '../../testing/team-origin';
import { ReleaseStore } from './release-store';

const [FIRST, SECOND, THIRD] = VERSIONS;
const HOUR_MS = 3_600_000;
const provenance = { difference: null, author: 'Ann', committed: '2026-01-15', subject: 'Rye' };
const log = { info: jest.fn(), warn: jest.fn() };

let root: string;
let store: ReleaseStore;
beforeEach(async () => {
  later(0);
  root = temporaryFolder();
  store = await ReleaseStore.open(root, log);
});

/** Writes a copy; an interrupted process writes no signature. */
async function copy(version: string, isInterrupted = false): Promise<void> {
  const release = sampleRelease('news', version);
  const write = (file: string, text: string) =>
    store.files('news').write(`${version}/${file}`, Buffer.from(text));
  for (const file of Object.keys(release.files)) await write(file, sampleContent(release, file));
  if (!isInterrupted) await write('release.json.sig', '');
}
const promote = async (name: string, ...versions: readonly string[]) => {
  for (const version of versions) await store.promote({ name, version, commit: null, provenance });
};
const promoted = () => store.promoted('news').map(({ version }) => version);

test.each([
  ['a new release comes first', 'abc', 'cba'],
  ['a repeated promotion has no effect', 'abb', 'ba'],
  ['a rollback removes the later releases', 'abca', 'a'],
])('releases that were live: %s', async (_, versions, expected) => {
  await promote('news', ...versions.split('').map((digit) => digit.repeat(12)));
  expect(promoted()).toEqual(expected.split('').map((digit) => digit.repeat(12)));
  store = await ReleaseStore.open(root, log);
  expect(promoted()).toHaveLength(expected.length);
  expect(store.promoted('news')[0]?.provenance).toEqual(provenance);
});

test('promotion times always increase; a remote keeps its previous release however often others change', async () => {
  await promote('news', FIRST, SECOND);
  await promote('shop', ...Array.from({ length: 9 }, (_, index) => String(index).padStart(12, '0')));
  await store.sweep(HOUR_MS);
  expect(promoted()).toEqual([SECOND, FIRST]);
  const [[newest], [news]] = [store.promoted('shop'), store.promoted('news')];
  expect(newest && news && newest.since > news.since).toBe(true);
});

test('only releases unused for the set time are swept; those of a remote that is no longer live, later', async () => {
  await copy(FIRST);
  await copy(SECOND);
  await promote('news', SECOND);
  later(HOUR_MS / 2);
  expect(await store.sweep(HOUR_MS)).toEqual([]);
  later(HOUR_MS);
  expect(await store.sweep(HOUR_MS)).toEqual([`news/${FIRST}`]);
  expect([store.has('news', FIRST), store.has('news', SECOND)]).toEqual([false, true]);
  await store.retire('news');
  expect(await store.sweep(HOUR_MS)).toEqual([]);
  later(HOUR_MS);
  expect(await store.sweep(HOUR_MS)).toEqual([`news/${SECOND}`]);
});

test('copies that the history does not name are found, the last used first, and swept; a partial one is only swept', async () => {
  await copy('d'.repeat(12), true);
  for (const version of [FIRST, SECOND, THIRD]) await copy(version);
  await promote('news', THIRD);
  store = await ReleaseStore.open(root, log);
  later(HOUR_MS);
  await store.use('news', FIRST);
  const found = (await store.versions('news')).filter(({ version }) => store.has('news', version));
  expect(found.map(({ version }) => version)).toEqual([THIRD, FIRST, SECOND]);
  later(0.5 * HOUR_MS);
  expect((await store.sweep(HOUR_MS)).sort()).toEqual([`news/${SECOND}`, `news/${'d'.repeat(12)}`]);
});
