import { beforeEach, describe, expect, test } from '@jest/globals';
import { directoryTarget } from './directory-target';
import { publishedManifest, readHistory, readPointer } from './history';
import { publish } from './publish';
import type { ReleaseTarget } from './release-target';
import { prune } from './retention';
import { isSignedBy, makeKeyPair } from '@vidlunnia/releases/signature';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { temporaryFolder } from './testing/temporary-folder';

const { privateKey, publicKey } = makeKeyPair();
const COMMIT = 'c'.repeat(40);

let folder: ReleaseTarget;
let written: string[] = [];
let target: ReleaseTarget;
/** The folder as a target that reports every object before it is written. */
const watched = (onWrite: (name: string) => void): ReleaseTarget => ({
  ...folder,
  write: async (name, bytes) => {
    onWrite(name);
    await folder.write(name, bytes);
  },
  update: (name, change) =>
    folder.update(name, async (bytes) => {
      const next = await change(bytes);
      if (next) onWrite(name);
      return next;
    }),
});
beforeEach(() => {
  folder = directoryTarget(temporaryFolder());
  written = [];
  target = watched((name) => written.push(name));
});

const isSigned = async (version: string, key = publicKey) => {
  const published = await publishedManifest(folder, version);
  return published !== null && isSignedBy([key], published.bytes, published.signature);
};

test('the note of the version is first, then manifest, files, signature, history, and last the pointer', async () => {
  await publish(target, sampleRelease(FIRST, undefined, { commit: COMMIT }), privateKey);
  expect(written).toEqual([
    '.unnamed.json',
    `${FIRST}/release.json`,
    `${FIRST}/client/remoteEntry.js`,
    `${FIRST}/server/remoteEntry.js`,
    `${FIRST}/release.json.sig`,
    'history.json',
    'current.json',
  ]);
  expect(await isSigned(FIRST)).toBe(true);
  expect(await readHistory(target)).toEqual([
    { version: FIRST, at: expect.any(String), commit: COMMIT, bytes: 13, kind: 'release' },
  ]);
});

describe('a published version', () => {
  beforeEach(async () => {
    await publish(target, sampleRelease(FIRST), privateKey);
    await publish(target, sampleRelease(SECOND), privateKey);
    written = [];
  });

  test('only becomes current, also from another commit', async () => {
    await publish(target, sampleRelease(FIRST, undefined, { commit: COMMIT }), privateKey);
    expect(written).toEqual(['.unnamed.json', 'history.json', 'current.json']);
    expect(await readPointer(target)).toBe(FIRST);
  });

  test('gets back a file that is missing or damaged', async () => {
    const [missing, damaged] = [`${SECOND}/client/remoteEntry.js`, `${SECOND}/server/remoteEntry.js`];
    await folder.remove(missing);
    await folder.write(damaged, Buffer.from('?'));
    await publish(target, sampleRelease(SECOND), privateKey);
    expect(written).toEqual(['.unnamed.json', missing, damaged]);
  });

  test.each([
    ['files', sampleRelease(FIRST, { 'client/remoteEntry.js': FIRST })],
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
  });
});

describe('a release that is killed', () => {
  /** Ends the work as a killed process does, when it is about to write its nth object. */
  const killedAt = (count: number) => {
    let before = 0;
    return watched(() => {
      before += 1;
      if (before === count) throw new Error('killed');
    });
  };

  test.each([1, 2, 3, 4, 5, 6, 7])(
    'before its write %i: the pointer does not move, and the next release finishes',
    async (count) => {
      await publish(target, sampleRelease(FIRST), privateKey);
      await expect(publish(killedAt(count), sampleRelease(SECOND), privateKey)).rejects.toThrow('killed');
      expect(await readPointer(target)).toBe(FIRST);

      await publish(target, sampleRelease(SECOND), privateKey);
      expect([await readPointer(target), await isSigned(SECOND)]).toEqual([SECOND, true]);
      expect((await folder.read(`${SECOND}/client/remoteEntry.js`))?.toString()).toBe(SECOND);
    },
  );

  test('before its signature: other bytes of the same version are rejected until its files are removed', async () => {
    await publish(target, sampleRelease(FIRST), privateKey);
    const half = sampleRelease(SECOND, { 'client/remoteEntry.js': 'half', 'client/old.js': '' });
    await expect(publish(killedAt(5), half, privateKey)).rejects.toThrow('killed');
    await expect(publish(target, sampleRelease(SECOND), privateKey)).rejects.toThrow('with other bytes');
    expect(await prune(target)).toEqual([]);
    expect(await prune(target, { grace: 0 })).toEqual([SECOND]);
    expect(await folder.read(`${SECOND}/client/old.js`)).toBeNull();
    await publish(target, sampleRelease(SECOND), privateKey);
    expect(await readPointer(target)).toBe(SECOND);
  });
});

test('an interrupted release stops between two files', async () => {
  const interruption = AbortSignal.abort(new Error('Interrupted by SIGINT'));
  await expect(publish(target, sampleRelease(FIRST), privateKey, { signal: interruption })).rejects.toThrow(
    'Interrupted',
  );
  expect(written).toEqual(['.unnamed.json', `${FIRST}/release.json`]);
});
