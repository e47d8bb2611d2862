import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { parseChecked } from '@vidlunnia/settings/checked';
import { PointerSchema } from '@vidlunnia/releases/release';
import { isSignedBy, makeKeyPair } from '@vidlunnia/releases/signature';
import type { ObjectStore } from '@vidlunnia/releases/versioned-store';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { readTopology, remoteNamed } from '@vidlunnia/settings/topology';
import {
  isCurrent,
  pointAt,
  pruneAndSay,
  publish,
  publishAllTeams,
  publishedManifest,
  releasesAt,
  folderTarget,
} from './publish';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { observed, temporaryTarget } from './testing/sample-team';

const { privateKey, publicKey } = makeKeyPair();
const COMMIT = 'c'.repeat(40);

let folder: ObjectStore;
let written: string[] = [];
let target: ObjectStore;
beforeEach(() => {
  folder = temporaryTarget();
  written = [];
  target = observed(folder, (name) => written.push(name));
});
const current = () => releasesAt(folder).current();
const isSigned = async (version: string, key = publicKey, at = folder) => {
  const published = await publishedManifest(at, version);
  return published !== null && isSignedBy([key], published.bytes, published.signature);
};

test('the manifest is first, then files, signature, history, and last the pointer', async () => {
  await publish(target, sampleRelease(FIRST, undefined, { commit: COMMIT }), privateKey);
  // Files are written in parallel.
  expect([...written.slice(0, 1), ...written.slice(1, 3).sort(), ...written.slice(3)]).toEqual([
    `${FIRST}/release.json`,
    `${FIRST}/client/remoteEntry.js`,
    `${FIRST}/server/remoteEntry.js`,
    `${FIRST}/release.json.sig`,
    'history.json',
    'current.json',
  ]);
  expect(await isSigned(FIRST)).toBe(true);
  expect(await releasesAt(target).history()).toEqual([
    {
      ...{ version: FIRST, at: expect.any(String), signature: expect.any(String) },
      ...{ commit: COMMIT, bytes: 13, kind: 'release' },
    },
  ]);
});

describe('a published version', () => {
  beforeEach(async () => {
    for (const version of [FIRST, SECOND]) await publish(target, sampleRelease(version), privateKey);
    written = [];
  });

  test('only becomes current, also from another commit', async () => {
    await publish(target, sampleRelease(FIRST, undefined, { commit: COMMIT }), privateKey);
    expect(written).toEqual([`${FIRST}/release.json`, 'history.json', 'current.json']);
    expect(await current()).toBe(FIRST);
  });

  test.each([
    ['files', sampleRelease(FIRST, { 'client/a.js': 'other' })],
    ['facts', sampleRelease(FIRST, undefined, { contract: 2 })],
  ])('with other %s is rejected, and nothing is written', async (_, other) => {
    await expect(publish(target, other, privateKey)).rejects.toThrow(
      `${FIRST} is published, or being published, with other bytes, and a version never changes`,
    );
    expect(written).toEqual([]);
  });

  test('signed with another key: the same bytes of its manifest are signed again', async () => {
    const next = makeKeyPair();
    await publish(target, sampleRelease(FIRST, undefined, { commit: COMMIT }), next.privateKey);
    expect(written).toContain(`${FIRST}/release.json.sig`);
    expect([await isSigned(FIRST, next.publicKey), await isSigned(FIRST)]).toEqual([true, false]);
    const isPointed = (key: string) => isCurrent(target, { name: 'blog', version: FIRST }, key);
    expect([await isPointed(next.publicKey), await isPointed(publicKey)]).toEqual([true, false]);
  });
});

describe('after a release of a machine whose clock was ahead', () => {
  const releaseAhead = async (milliseconds: number) => {
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + milliseconds);
    await publish(target, sampleRelease(FIRST), privateKey);
    clock.mockReturnValue(now);
    return now;
  };
  const pointedAt = async () =>
    parseChecked(PointerSchema, String(await folder.read('current.json')), 'current.json');
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test.each([
    ['by a year, a next release', SECOND, 365 * 86_400_000, 0],
    ['by a year, the same release', FIRST, 365 * 86_400_000, 0],
    ['by ten minutes, a next release', SECOND, 600_000, 600_001],
  ])('%s has a time that shells accept', async (_, version, ahead, expected) => {
    const now = await releaseAhead(ahead);
    await publish(target, sampleRelease(version), privateKey);
    const at = new Date(now + expected).toISOString();
    expect(await pointedAt()).toMatchObject({ version, at });
  });

  test('a rollback is later than the next release', async () => {
    const now = await releaseAhead(365 * 86_400_000);
    await publish(target, sampleRelease(SECOND), privateKey);
    await pointAt(target, FIRST, 'rollback', privateKey);
    const at = new Date(now + 1).toISOString();
    expect(await pointedAt()).toMatchObject({ version: FIRST, at });
  });
});

test('a failure to remove old releases is only reported', async () => {
  const said: string[] = [];
  const broken = { ...folder, read: () => Promise.reject(new Error('403')) };
  await pruneAndSay(broken, (line) => said.push(line));
  expect(said).toEqual(['Old releases could not be removed, the next release tries again: 403']);
});

test('old releases of older commands, which signed no pointer, are removed', async () => {
  const history = Array.from({ length: 21 }, (_, index) => ({
    ...{ version: String(index).padStart(12, '0'), at: '2026-01-01T00:00:00.000Z' },
    ...{ commit: null, bytes: 13, kind: 'release' },
  }));
  await folder.write('history.json', Buffer.from(JSON.stringify(history)));
  await pruneAndSay(target, () => undefined);
  expect(await releasesAt(folder).history()).toEqual(history.slice(1));
  expect(written).toEqual(['history.json', 'current.json']);
  const { version, at } = history.at(-1) ?? {};
  expect(JSON.parse(String(await folder.read('current.json')))).toEqual({ version, at });
});

describe('the builds of all teams', () => {
  let environment: Record<string, string> = {};
  let said: string[] = [];
  beforeEach(() => {
    const folder = temporaryFolder();
    environment = { DATA_DIR: folder, KEYS_DIR: `${folder}/keys` };
    said = [];
  });
  const publishAll = (version: string, texts?: Readonly<Record<string, string>>) =>
    publishAllTeams(
      environment,
      (folder, line) => said.push(`${folder}: ${line}`),
      () => Promise.resolve(sampleRelease(version, texts)),
    );
  const blog = () => folderTarget(remoteNamed('blog'), environment);

  test('are published and signed; the shell gets the public keys, or those that are set', async () => {
    environment = { ...environment, MFE_FORMS_PUBLIC_KEY: 'given', MFE_HOME_PUBLIC_KEY: '' };
    const keys = await publishAll(FIRST);
    const names = readTopology(repositoryRoot()).workspaces.map(({ publicKeyVariable }) => publicKeyVariable);
    expect(Object.keys(keys).sort()).toEqual(names.sort());
    expect(new Set(Object.values(keys)).size).toBe(names.length);
    expect(keys).toMatchObject({
      MFE_FORMS_PUBLIC_KEY: 'given',
      // An empty variable counts as unset.
      MFE_HOME_PUBLIC_KEY: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await isSigned(FIRST, keys['MFE_BLOG_PUBLIC_KEY'], blog())).toBe(true);
  });

  test.each([undefined, { 'client/remoteEntry.js': 'other' }])(
    'in a rollout stay in it (with other bytes: %j)',
    async (texts) => {
      const rollout = { percent: 10, seconds: 1_800, visitors: 30 };
      await publish(blog(), sampleRelease(FIRST), privateKey, { rollout });
      await publishAll(FIRST, texts);
      expect(JSON.parse(String(await blog().read('current.json')))).toMatchObject({
        version: FIRST,
        rollout,
      });
    },
  );

  test('are published although a history is damaged', async () => {
    await publishAll(FIRST);
    await blog().write('history.json', Buffer.from(''));
    await publishAll(SECOND);
    expect(await releasesAt(blog()).current()).toBe(SECOND);
  });

  test('that were rolled back stay so until they are released again', async () => {
    await publishAll(FIRST);
    await publishAll(SECOND);
    await pointAt(blog(), FIRST, 'rollback', privateKey);
    said = [];
    await publishAll(SECOND);
    expect(await releasesAt(blog()).current()).toBe(FIRST);
    expect(said).toContain(
      `mfe-blog: ${SECOND} was rolled back, and ${FIRST} stays; release ${SECOND} again to make it live`,
    );
    await publishAll('c'.repeat(12));
    expect(await releasesAt(blog()).current()).toBe('c'.repeat(12));
  });

  describe('that were rolled back: the version that stays', () => {
    const pointerFile = async () => String(await blog().read('current.json'));
    const isPointed = (key = '') => isCurrent(blog(), { name: 'blog', version: FIRST }, key);
    let key: string | undefined;
    beforeEach(async () => {
      await publishAll(FIRST);
      key = (await publishAll(SECOND))['MFE_BLOG_PUBLIC_KEY'];
      await pointAt(blog(), FIRST, 'rollback', await readKeyFile());
    });
    const keyFile = () => path.join(environment['KEYS_DIR'] ?? '', 'mfe-blog.key');
    const readKeyFile = () => readFile(keyFile(), 'utf8');

    test.each([
      ['unsigned', JSON.stringify({ version: FIRST })],
      ['empty', ''],
    ])('gets a signed pointer instead of one that is %s; then nothing is written', async (_, pointer) => {
      const history = (await releasesAt(blog()).history()).map((entry) => ({
        ...entry,
        signature: undefined,
      }));
      await blog().write('history.json', Buffer.from(JSON.stringify(history)));
      await blog().write('current.json', Buffer.from(pointer));
      await publishAll(SECOND);
      expect(await isPointed(key)).toBe(true);
      const [after, entries] = [await pointerFile(), await releasesAt(blog()).history()];
      expect(entries.map(({ version, kind }) => [version, kind])).toEqual([
        [FIRST, 'release'],
        [SECOND, 'release'],
        [FIRST, 'rollback'],
      ]);
      await publishAll(SECOND);
      expect(await pointerFile()).toBe(after);
    });

    test('is signed with a new key, manifest and pointer', async () => {
      await rm(keyFile());
      const next = (await publishAll(SECOND))['MFE_BLOG_PUBLIC_KEY'];
      expect([await isPointed(next), await isPointed(key)]).toEqual([true, false]);
      expect(await isSigned(FIRST, next, blog())).toBe(true);
    });
  });

  test('become current again, with the published bytes, if those differ', async () => {
    await publishAll(FIRST);
    await publishAll(SECOND);
    await publishAll(FIRST, { 'client/remoteEntry.js': 'other' });
    expect(said.filter((line) => line.startsWith('mfe-blog'))).toEqual([
      expect.stringMatching(
        /^mfe-blog: a+ is published, or being published, with other bytes, .*; the site starts with what is published$/,
      ),
    ]);
    expect(await releasesAt(blog()).current()).toBe(FIRST);
    expect((await blog().read(`${FIRST}/client/remoteEntry.js`))?.toString()).toBe(FIRST);
  });
});
