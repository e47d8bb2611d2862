/** @jest-environment node */
import { mkdtempSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { formatRemoteList, type RemoteList } from '@vidlunnia/releases/remote-list';
import { makeKeyPair, signManifest } from '@vidlunnia/releases/signature';
import { remotes, type Remote } from '@vidlunnia/settings/topology';
import { openRemotesFile } from './remotes-file';

const OPERATOR = makeKeyPair();
const STRANGER = makeKeyPair();
const TEAM = makeKeyPair();
const listOf = (serial: number, ...names: readonly string[]): RemoteList => ({
  serial,
  remotes: names.map((name) => ({
    name,
    origin: `https://${name}.example`,
    publicKeys: [TEAM.publicKey],
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
async function put(content: RemoteList | string, by = OPERATOR, place = ''): Promise<void> {
  const bytes = Buffer.from(typeof content === 'string' ? content : formatRemoteList(content));
  await writeFile(path.join(folder, place, 'remotes.json'), bytes);
  await writeFile(path.join(folder, place, 'remotes.json.sig'), signManifest(bytes, by.privateKey));
}
const open = (publicKeys = [OPERATOR.publicKey], needed: readonly Remote[] = []) =>
  openRemotesFile({ file: fileOf('remotes.json'), kept: fileOf('kept.json'), publicKeys, needed, log });
const namesOf = (file: Awaited<ReturnType<typeof open>>) => Object.keys(file.over({}).teams);

test('teams and zones of the list are added to the configured ones', async () => {
  await put(listOf(1, 'outside'));
  const { teams, zones } = (await open()).over({});
  expect(teams['outside']).toMatchObject({
    remote: { name: 'outside' },
    origin: 'https://outside.example',
    publicKeys: [TEAM.publicKey],
  });
  expect(zones).toEqual([{ id: 'outside/zone/Openings', page: 'home', after: 'team' }]);
});

test('a list with a higher serial replaces it, with new keys', async () => {
  await put(listOf(1, 'outside', 'prices'));
  const file = await open();
  const next = listOf(2, 'prices').remotes.map((each) => ({ ...each, publicKeys: [STRANGER.publicKey] }));
  await put({ serial: 2, remotes: next });
  await file.read();
  expect(namesOf(file)).toEqual(['prices']);
  expect(file.over({}).teams['prices']?.publicKeys).toEqual([STRANGER.publicKey]);
  expect(file.report()).toEqual({ serial: 2, problem: null });
});

test.each<readonly [string, () => Promise<void>, RegExp]>([
  ['gone', () => rm(fileOf('remotes.json')), /^it is not there$/],
  ['without a signature', () => rm(fileOf('remotes.json.sig')), /^its signature.* is not there$/],
  [
    'not signed by the operator',
    () => put(listOf(6, 'prices'), STRANGER),
    /not signed with a key of the operator/,
  ],
  ['no list', () => put('{}'), /serial is missing; it has to be a whole number/],
  ['too long', () => put(' '.repeat(70_000)), /more than 65536 bytes/],
  ['an older list', () => put(listOf(4, 'prices')), /has the serial 4; 5 was accepted already/],
  ['another list of the same serial', () => put(listOf(5, 'prices')), /has the serial 5, as another list/],
])(
  'a file that is %s does not replace the last list, is reported and logged once, and is applied after a fix',
  async (_, harm, reason) => {
    await put(listOf(5, 'outside'));
    const file = await open();
    await harm();
    for (let times = 0; times < 4; times += 1) await file.read();
    expect(namesOf(file)).toEqual(['outside']);
    expect(file.report()).toEqual({ serial: 5, problem: expect.stringMatching(reason) });
    expect(log.warn).toHaveBeenCalledTimes(1);
    // A restarted shell keeps it too.
    expect(namesOf(await open())).toEqual(['outside']);
    await put(listOf(6, 'prices'));
    await file.read();
    expect([namesOf(file), file.report()]).toEqual([['prices'], { serial: 6, problem: null }]);
  },
);

test('a half-written file is not reported', async () => {
  await put(listOf(1, 'outside'));
  const file = await open();
  await writeFile(fileOf('remotes.json'), formatRemoteList(listOf(2, 'prices')));
  await file.read();
  await put(listOf(2, 'prices'));
  await file.read();
  expect([namesOf(file), log.warn.mock.calls]).toEqual([['prices'], []]);
});

test('a stored list signed with another operator’s key is ignored, and a warning is logged', async () => {
  await put(listOf(5, 'outside'));
  await open();
  await rm(fileOf('remotes.json'));
  expect(namesOf(await open([STRANGER.publicKey]))).toEqual([]);
  expect(log.warn.mock.calls[0]?.[0]).toMatch(/kept\.json.* cannot be used: it is not signed/);
});

test('a volume whose files are swapped together is followed, like a ConfigMap of Kubernetes', async () => {
  const project = async (generation: string, list: RemoteList) => {
    await mkdir(fileOf(generation));
    await put(list, OPERATOR, generation);
    await symlink(generation, fileOf('..data_tmp'));
    await rename(fileOf('..data_tmp'), fileOf('..data'));
  };
  await project('..first', listOf(1, 'outside'));
  for (const name of ['remotes.json', 'remotes.json.sig'])
    await symlink(path.join('..data', name), fileOf(name));
  const file = await open();
  expect(namesOf(file)).toEqual(['outside']);
  await project('..second', listOf(2, 'prices'));
  await file.read();
  expect([namesOf(file), file.report()]).toEqual([['prices'], { serial: 2, problem: null }]);
});

describe('a remote of the contract without a key variable', () => {
  const openWithoutBlog = () => open([OPERATOR.publicKey], [remotes.blog]);
  const problem = 'it does not name blog, and MFE_BLOG_PUBLIC_KEY is not set either';

  test('has the keys of the list, and cannot be removed from it', async () => {
    await put(listOf(1, 'blog'));
    const file = await openWithoutBlog();
    const known = { blog: { remote: remotes.blog, origin: 'http://127.0.0.1:3002', publicKeys: [] } };
    expect(file.over(known).teams['blog']?.publicKeys).toEqual([TEAM.publicKey]);
    await put(listOf(2, 'outside'));
    await file.read();
    await file.read();
    expect([namesOf(file), file.report()]).toEqual([['blog'], { serial: 1, problem }]);
    // A restarted shell has it too.
    expect(namesOf(await openWithoutBlog())).toEqual(['blog']);
  });

  test.each([
    ['there is no list', () => Promise.resolve(), 'it is not there'],
    ['the list lacks it too', () => put(listOf(1, 'outside')), problem],
  ])('prevents the start when %s', async (_, prepare, reason) => {
    await prepare();
    await expect(openWithoutBlog()).rejects.toThrow(
      `The environment is not right:\n- MFE_BLOG_PUBLIC_KEY is not set, and no list names blog: ${fileOf('remotes.json')} is rejected, because ${reason}`,
    );
  });
});
