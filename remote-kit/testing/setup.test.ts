import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { isSignedBy, makeKeyPair, signManifest } from '../release/signature';

test('random values come from the seed and the name of the file, one after another', () => {
  const drawn = (count: number) =>
    createHash('sha256')
      .update(`${String(jest.getSeed())} remote-kit/testing/setup.test.ts ${String(count)}`)
      .digest();
  expect(randomBytes(40)).toEqual(Buffer.concat([drawn(1), drawn(2).subarray(0, 8)]));
  expect(crypto.getRandomValues(new Uint8Array(2))).toEqual(new Uint8Array(drawn(3).subarray(0, 2)));
  expect(Math.random()).toBe(drawn(4).readUIntBE(0, 6) / 2 ** 48);
  expect(randomUUID().slice(0, 13)).toBe(drawn(5).toString('hex', 0, 6).replace(/^.{8}/, '$&-'));
});

test('UUIDs are of version 4 and differ; keys sign', () => {
  const [one, other] = [randomUUID(), crypto.randomUUID()];
  expect(one).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(one).not.toBe(other);
  const { privateKey, publicKey } = makeKeyPair();
  const bytes = Buffer.from(one);
  expect(isSignedBy([publicKey], bytes, signManifest(bytes, privateKey))).toBe(true);
});
