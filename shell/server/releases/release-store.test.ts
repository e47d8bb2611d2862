/** @jest-environment node */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { VERSIONS } from '../../testing/team-origin';
import { openReleaseStore, type ReleaseStore } from './release-store';

const [FIRST, SECOND] = VERSIONS;
const HOUR = 3_600_000;

let root: string;
let store: ReleaseStore;
beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'store-'));
  store = await openReleaseStore(root);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(root, { recursive: true });
});

async function keep(version: string, text = version): Promise<void> {
  const copy = await store.makeRoom();
  writeFileSync(path.join(copy, 'release.json'), text);
  await store.keep('blog', version, copy);
}

test('of two concurrent copies of a release, one is kept', async () => {
  await keep(FIRST, 'one');
  await keep(FIRST, 'two');
  expect(readFileSync(path.join(store.directory('blog', FIRST), 'release.json'), 'utf8')).toBe('one');
  expect(readdirSync(path.join(root, '.incoming'))).toEqual([]);
});

test('opening removes copies that an interrupted process left', async () => {
  await store.makeRoom();
  mkdirSync(path.join(root, '.incoming/half'), { recursive: true });
  await openReleaseStore(root);
  expect(readdirSync(path.join(root, '.incoming'))).toEqual([]);
});

test('only releases that have been unused for a while are swept', async () => {
  await keep(FIRST);
  await keep(SECOND);
  await store.touch({ blog: { version: FIRST } });
  await store.touch({ blog: { version: SECOND } });
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + HOUR / 2);
  expect(await store.sweep(HOUR)).toEqual([]);
  jest.spyOn(Date, 'now').mockReturnValue(now + 1.5 * HOUR);
  expect(await store.sweep(HOUR, { blog: { version: SECOND } })).toEqual([`blog/${FIRST}`]);
  expect(store.has('blog', FIRST)).toBe(false);
  expect(store.has('blog', SECOND)).toBe(true);
});
