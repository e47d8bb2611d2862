import { beforeEach, describe, expect, test } from '@jest/globals';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { directoryTarget } from './directory-target';
import { readHistory, readPointer } from './history';
import { publish } from './publish';
import type { ReleaseTarget } from './release-target';
import { isSignedBy, makeKeyPair } from './signature';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { temporaryFolder } from './testing/temporary-folder';

const { privateKey, publicKey } = makeKeyPair();
const COMMIT = 'c'.repeat(40);

let folder: ReleaseTarget;
let written: string[] = [];
let target: ReleaseTarget;
/** The folder as a target that tells of every object before it is written. */
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
  const [bytes, signature] = [
    await folder.read(`${version}/${ORIGIN_FILES.manifest}`),
    await folder.read(`${version}/${ORIGIN_FILES.signature}`),
  ];
  return isSignedBy([key], bytes ?? Buffer.alloc(0), signature?.toString() ?? '');
};

test('the version is claimed, then files come first, then manifest, signature and history, and the pointer last', async () => {
  await publish(target, sampleRelease(FIRST), privateKey);
  expect(written).toEqual([
    '.claims.json',
    `${FIRST}/client/remoteEntry.js`,
    `${FIRST}/server/remoteEntry.js`,
    `${FIRST}/release.json`,
    `${FIRST}/release.json.sig`,
    'history.json',
    'current.json',
  ]);
  expect(await isSigned(FIRST)).toBe(true);
});

test('the history has version, commit, size and kind of every release', async () => {
  await publish(target, sampleRelease(FIRST), privateKey);
  await publish(
    target,
    sampleRelease(SECOND, { 'client/remoteEntry.js': 'abc' }, { commit: COMMIT }),
    privateKey,
  );
  expect(await readHistory(target)).toEqual([
    { version: FIRST, at: expect.any(String), commit: null, bytes: 13, kind: 'release' },
    { version: SECOND, at: expect.any(String), commit: COMMIT, bytes: 3, kind: 'release' },
  ]);
  expect(await readPointer(target)).toBe(SECOND);
});

describe('a version that is published already', () => {
  beforeEach(async () => {
    await publish(target, sampleRelease(FIRST), privateKey);
    await publish(target, sampleRelease(SECOND), privateKey);
    written = [];
  });

  test('is only pointed at, of another commit too', async () => {
    await publish(target, sampleRelease(FIRST, undefined, { commit: COMMIT }), privateKey);
    expect(written).toEqual(['.claims.json', 'history.json', 'current.json']);
    expect(await readPointer(target)).toBe(FIRST);
  });

  test('and is current: nothing but a claim is written', async () => {
    await publish(target, sampleRelease(SECOND), privateKey);
    expect(written).toEqual(['.claims.json']);
  });

  test('with other files: it is rejected, one named, nothing written', async () => {
    const less = sampleRelease(FIRST, { 'client/remoteEntry.js': FIRST });
    await expect(publish(target, less, privateKey)).rejects.toThrow(
      `${FIRST} is published already with other bytes (server/remoteEntry.js differs), and a published version never changes`,
    );
    expect(written).toEqual([]);
  });

  test('with the same files and another manifest: it is rejected too', async () => {
    const other = sampleRelease(FIRST, undefined, { contract: 2 });
    await expect(publish(target, other, privateKey)).rejects.toThrow('(release.json differs)');
  });

  test('and was signed with another key: the very bytes of its manifest are signed again', async () => {
    const next = makeKeyPair();
    await publish(target, sampleRelease(FIRST, undefined, { commit: COMMIT }), next.privateKey);
    expect(written).toEqual([
      ...['.claims.json', `${FIRST}/release.json.sig`, 'history.json', 'current.json'],
    ]);
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
    'before its write %i: the pointer stays, and the next one finishes',
    async (count) => {
      await publish(target, sampleRelease(FIRST), privateKey);
      const other = sampleRelease(SECOND, {
        'client/remoteEntry.js': 'broken',
        'server/remoteEntry.js': 'x',
      });
      await expect(publish(killedAt(count), other, privateKey)).rejects.toThrow('killed');
      expect(await readPointer(target)).toBe(FIRST);

      await publish(target, other, privateKey);
      expect(await readPointer(target)).toBe(SECOND);
      expect(await isSigned(SECOND)).toBe(true);
      expect((await folder.read(`${SECOND}/client/remoteEntry.js`))?.toString()).toBe('broken');
    },
  );

  test('before its signature: other bytes of the same version wait until it may count as dead', async () => {
    const half = sampleRelease(SECOND, { 'client/remoteEntry.js': 'half' });
    await expect(publish(killedAt(4), half, privateKey)).rejects.toThrow('killed');
    await expect(publish(target, sampleRelease(SECOND), privateKey)).rejects.toThrow(
      RegExp(`^b+ is being published with other bytes by .* \\(process ${String(process.pid)}\\) since `),
    );
    await target.update('.claims.json', (bytes) => {
      const text = bytes?.toString() ?? '';
      return text.includes('1970') ? null : Buffer.from(text.replace(/"since": "\d+/, '"since": "1970'));
    });
    await publish(target, sampleRelease(SECOND), privateKey);
    expect((await folder.read(`${SECOND}/client/remoteEntry.js`))?.toString()).toBe(SECOND);
  });
});

test('an interrupted release stops between two files and changes nothing that counts', async () => {
  const interruption = AbortSignal.abort(new Error('Interrupted by SIGINT'));
  await expect(publish(target, sampleRelease(FIRST), privateKey, interruption)).rejects.toThrow(
    'Interrupted',
  );
  expect(written).toEqual(['.claims.json']);
});
