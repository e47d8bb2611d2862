/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { formatRemoteList, makeKeyPair, signManifest, type RemoteList } from '@vidlunnia/shared/release';
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
    zones: [{ module: 'Openings', page: 'home', after: 'team' }],
  })),
});

let folder = '';
const log = { info: jest.fn(), warn: jest.fn<(message: string) => void>() };
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'remotes-'));
  log.warn.mockClear();
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const fileOf = (name: string) => path.join(folder, name);
function put(content: Buffer | string, by = OPERATOR): void {
  const bytes = Buffer.from(content);
  writeFileSync(fileOf('remotes.json'), bytes);
  writeFileSync(fileOf('remotes.json.sig'), signManifest(bytes, by.privateKey));
}
const open = (publicKeys = [OPERATOR.publicKey]) =>
  openRemotesFile({ file: fileOf('remotes.json'), kept: fileOf('kept.json'), publicKeys, log });
const namesOf = (file: Awaited<ReturnType<typeof open>>) => Object.keys(file.over({}).teams);

test('teams and zones of the list come over those that are there', async () => {
  put(formatRemoteList(listOf(1, 'careers')));
  const { teams, zones } = (await open()).over({});
  expect(teams['careers']).toMatchObject({
    remote: { name: 'careers', prefix: '/remotes/careers' },
    origin: 'https://careers.example',
    publicKeys: [TEAM.publicKey],
  });
  expect(zones).toEqual([{ id: 'careers/zone/Openings', page: 'home', after: 'team' }]);
});

test('a list with a higher serial replaces it, with new keys for whom it names', async () => {
  put(formatRemoteList(listOf(1, 'careers', 'prices')));
  const file = await open();
  const remotes = listOf(2, 'prices').remotes.map((each) => ({ ...each, publicKeys: [STRANGER.publicKey] }));
  put(formatRemoteList({ serial: 2, remotes }));
  await file.read();
  expect(file.over({}).teams).toEqual({
    prices: expect.objectContaining({ publicKeys: [STRANGER.publicKey] }),
  });
  expect(file.report()).toEqual({ serial: 2, problem: null });
});

describe.each<readonly [string, () => void, RegExp]>([
  [
    'gone',
    () => {
      rmSync(fileOf('remotes.json'));
    },
    /^it is not there$/,
  ],
  [
    'without a signature',
    () => {
      rmSync(fileOf('remotes.json.sig'));
    },
    /^its signature.* is not there$/,
  ],
  [
    'signed by somebody else',
    () => {
      put(formatRemoteList(listOf(6, 'prices')), STRANGER);
    },
    /not signed with a key of the operator/,
  ],
  [
    'changed after it was signed',
    () => {
      writeFileSync(fileOf('remotes.json'), formatRemoteList(listOf(6)));
    },
    /not signed with a key of the operator/,
  ],
  [
    'no list',
    () => {
      put('{}');
    },
    /malformed at \/serial/,
  ],
  [
    'no JSON',
    () => {
      put('{');
    },
    /no JSON/,
  ],
  [
    'too long',
    () => {
      put(Buffer.alloc(70_000, ' '));
    },
    /more than 65536 bytes/,
  ],
  [
    'an older list',
    () => {
      put(formatRemoteList(listOf(4, 'prices')));
    },
    /has the serial 4; 5 was taken already/,
  ],
  [
    'another list of the same serial',
    () => {
      put(formatRemoteList(listOf(5, 'prices')));
    },
    /has the serial 5, as another list/,
  ],
])('a file that is %s', (_, harm, reason) => {
  test('leaves what was taken last, is reported and logged once, and mended it counts', async () => {
    put(formatRemoteList(listOf(5, 'careers')));
    const file = await open();
    harm();
    for (let times = 0; times < 4; times += 1) await file.read();
    expect(namesOf(file)).toEqual(['careers']);
    expect(file.report()).toEqual({ serial: 5, problem: expect.stringMatching(reason) });
    expect(log.warn).toHaveBeenCalledTimes(1);
    // A shell that starts again goes on with it.
    expect(namesOf(await open())).toEqual(['careers']);
    put(formatRemoteList(listOf(6, 'prices')));
    await file.read();
    expect([namesOf(file), file.report()]).toEqual([['prices'], { serial: 6, problem: null }]);
  });
});

test('a file that is met half written is not told of', async () => {
  put(formatRemoteList(listOf(1, 'careers')));
  const file = await open();
  const next = formatRemoteList(listOf(2, 'prices'));
  writeFileSync(fileOf('remotes.json'), next);
  await file.read();
  put(next);
  await file.read();
  expect([namesOf(file), log.warn.mock.calls]).toEqual([['prices'], []]);
});

test('a kept list that another key of the operator’s signed is left aside, and that is said', async () => {
  put(formatRemoteList(listOf(5, 'careers')));
  await open();
  rmSync(fileOf('remotes.json'));
  expect(namesOf(await open([STRANGER.publicKey]))).toEqual([]);
  expect(log.warn.mock.calls[0]?.[0]).toMatch(/kept\.json.* cannot be used: it is not signed/);
});
