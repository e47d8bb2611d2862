import { createHash, randomBytes } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { isSignedBy, makeKeyPair, signManifest } from '@vidlunnia/releases/signature';

test('random values follow from the seed and the file’s name; generated keys can sign', () => {
  const drawn = (count: number) =>
    createHash('sha256')
      .update(`${String(jest.getSeed())} platform/remote-kit/testing/setup.test.ts ${String(count)}`)
      .digest();
  expect(randomBytes(40)).toEqual(Buffer.concat([drawn(1), drawn(2).subarray(0, 8)]));
  expect(Math.random()).toBe(drawn(3).readUIntBE(0, 6) / 2 ** 48);
  const { privateKey, publicKey } = makeKeyPair();
  const bytes = randomBytes(8);
  expect(isSignedBy([publicKey], bytes, signManifest(bytes, privateKey))).toBe(true);
});
