/** @jest-environment node */
import { mkdtempSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { formatRemoteList, type RemoteList } from '@vidlunnia/releases/remote-list';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import { remotes, type Remote } from '@vidlunnia/settings/topology';
import { openRemotesFile } from './remotes-file';

const [KEY, NEXT_KEY] = [makeKeyPair().publicKey, makeKeyPair().publicKey];
const listOf = (...names: readonly string[]): RemoteList => ({
  remotes: names.map((name) => ({
    name,
    origin: `https://${name}.example`,
    publicKeys: [KEY],
    // The contract gives its remotes their places.
    zones: name === 'blog' ? [] : [{ module: 'Openings', page: 'home', after: 'team' }],
  })),
});

let folder = '';
const log = { info: jest.fn(), warn: jest.fn<(message: string) => void>() };
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'remotes-'));
  log.warn.mockClear();
});
afterEach(() => rm(folder, { recursive: true }));

const fileOf = (name: string) => path.join(folder, name);
const put = (content: RemoteList | string, place = '') =>
  writeFile(
    path.join(folder, place, 'remotes.json'),
    typeof content === 'string' ? content : formatRemoteList(content),
  );
const open = (needed: readonly Remote[] = []) =>
  openRemotesFile({ file: fileOf('remotes.json'), kept: fileOf('kept.json'), needed, log });
const namesOf = (file: Awaited<ReturnType<typeof open>>) => Object.keys(file.over({}).teams);

test('teams and zones of the list are added to the configured ones', async () => {
  await put(listOf('outside'));
  const { teams, zones } = (await open()).over({});
  expect(teams['outside']).toMatchObject({
    remote: { name: 'outside' },
    origin: 'https://outside.example',
    publicKeys: [KEY],
  });
  expect(zones).toEqual([{ id: 'outside/zone/Openings', page: 'home', after: 'team' }]);
});

test('another list replaces it, with new keys', async () => {
  await put(listOf('outside', 'prices'));
  const file = await open();
  await put({ remotes: listOf('prices').remotes.map((each) => ({ ...each, publicKeys: [NEXT_KEY] })) });
  await file.read();
  expect(namesOf(file)).toEqual(['prices']);
  expect(file.over({}).teams['prices']?.publicKeys).toEqual([NEXT_KEY]);
  expect(file.problem()).toBeNull();
});

test.each<readonly [string, () => Promise<void>, RegExp]>([
  ['gone', () => rm(fileOf('remotes.json')), /^it is not there$/],
  ['no list', () => put('{}'), /remotes is missing; it has to be a list/],
  ['too long', () => put(' '.repeat(70_000)), /more than 65536 bytes/],
])(
  'a file that is %s does not replace the last list, is reported and logged once, and is applied after a fix',
  async (_, harm, reason) => {
    await put(listOf('outside'));
    const file = await open();
    await harm();
    for (let times = 0; times < 4; times += 1) await file.read();
    expect(namesOf(file)).toEqual(['outside']);
    expect(file.problem()).toMatch(reason);
    expect(log.warn).toHaveBeenCalledTimes(1);
    // A restarted shell keeps it too.
    expect(namesOf(await open())).toEqual(['outside']);
    await put(listOf('prices'));
    await file.read();
    expect([namesOf(file), file.problem()]).toEqual([['prices'], null]);
  },
);

test('a half-written file is not reported', async () => {
  await put(listOf('outside'));
  const file = await open();
  await put(String(formatRemoteList(listOf('prices'))).slice(0, 40));
  await file.read();
  await put(listOf('prices'));
  await file.read();
  expect([namesOf(file), log.warn.mock.calls]).toEqual([['prices'], []]);
});

test('a stored list that is not usable is ignored, and a warning is logged', async () => {
  await writeFile(fileOf('kept.json'), '{"list":"e30=","signature":""}');
  expect(namesOf(await open())).toEqual([]);
  expect(log.warn.mock.calls[0]?.[0]).toMatch(/kept\.json.* cannot be used: .*remotes is missing/);
});

test('a volume whose files are swapped together is followed, like a ConfigMap of Kubernetes', async () => {
  const project = async (generation: string, list: RemoteList) => {
    await mkdir(fileOf(generation));
    await put(list, generation);
    await symlink(generation, fileOf('..data_tmp'));
    await rename(fileOf('..data_tmp'), fileOf('..data'));
  };
  await project('..first', listOf('outside'));
  await symlink('..data/remotes.json', fileOf('remotes.json'));
  const file = await open();
  expect(namesOf(file)).toEqual(['outside']);
  await project('..second', listOf('prices'));
  await file.read();
  expect([namesOf(file), file.problem()]).toEqual([['prices'], null]);
});

describe('a remote of the contract without a key variable', () => {
  const openWithoutBlog = () => open([remotes.blog]);
  const problem = 'it does not name blog, and MFE_BLOG_PUBLIC_KEY is not set either';

  test('has the keys of the list, and cannot be removed from it', async () => {
    await put(listOf('blog'));
    const file = await openWithoutBlog();
    const known = { blog: { remote: remotes.blog, origin: 'http://127.0.0.1:3002', publicKeys: [] } };
    expect(file.over(known).teams['blog']?.publicKeys).toEqual([KEY]);
    await put(listOf('outside'));
    await file.read();
    await file.read();
    expect([namesOf(file), file.problem()]).toEqual([['blog'], problem]);
    // A restarted shell has it too.
    expect(namesOf(await openWithoutBlog())).toEqual(['blog']);
  });

  test.each([
    ['there is no list', () => Promise.resolve(), 'it is not there'],
    ['the list lacks it too', () => put(listOf('outside')), problem],
  ])('prevents the start when %s', async (_, prepare, reason) => {
    await prepare();
    await expect(openWithoutBlog()).rejects.toThrow(
      `The environment is not right:\n- MFE_BLOG_PUBLIC_KEY is not set, and no list names blog: ${fileOf('remotes.json')} is rejected, because ${reason}`,
    );
  });
});
