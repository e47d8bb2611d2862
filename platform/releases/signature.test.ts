import { generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  isSignedBy,
  makeKeyPair,
  makePreviewToken,
  previewLink,
  publicKeyOf,
  readPreviewToken,
  signManifest,
} from './signature';

const BYTES = Buffer.from('{"name":"blog"}');
const [ours, theirs] = [makeKeyPair(), makeKeyPair()];
const signature = signManifest(BYTES, ours.privateKey);

test('a signature is plain Ed25519 of the bytes, in base64 on one line, and valid for one of several keys', () => {
  expect(isSignedBy([ours.publicKey], BYTES, signature)).toBe(true);
  expect(isSignedBy([theirs.publicKey, ours.publicKey], BYTES, signature)).toBe(true);
  const key = { key: { kty: 'OKP', crv: 'Ed25519', x: ours.publicKey }, format: 'jwk' } as const;
  expect(signature).toMatch(/^[A-Za-z0-9+/]{86}==\n$/);
  expect(verify(null, BYTES, key, Buffer.from(signature, 'base64'))).toBe(true);
});

test.each([
  ['another key', [theirs.publicKey], BYTES, signature],
  ['other bytes', [ours.publicKey], Buffer.from('{"name":"home"}'), signature],
  ['another signature', [ours.publicKey], BYTES, signManifest(BYTES, theirs.privateKey)],
  ['invalid base64', [ours.publicKey], BYTES, '<html>'],
])('a signature is not valid for %s', (_, keys, bytes, signed) => {
  expect(isSignedBy(keys, bytes, signed)).toBe(false);
});

test('a key of another type and other text are rejected', () => {
  const { privateKey } = generateKeyPairSync('x25519');
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  expect(() => publicKeyOf(pem)).toThrow('it is a key of type x25519');
  expect(() => publicKeyOf('secret')).toThrow();
});

const SITE = 'https://vidlunnia.example';
const GRANT = { remote: 'blog', version: 'aaaaaaaaaaaa', until: 1_800_000_000 };
const token = makePreviewToken(SITE, GRANT, ours.privateKey);

const read = (text: string, site = SITE, keys = [ours.publicKey]) =>
  readPreviewToken(text, site, (remote) => (remote === GRANT.remote ? keys : []));

test('a token contains its grant, is valid only for its site and key, and signs a text of its own', () => {
  expect(read(token, SITE, [theirs.publicKey, ours.publicKey])).toEqual(GRANT);
  expect(read(token, 'https://other.example')).toBeNull();
  expect(read(token, SITE, [theirs.publicKey])).toBeNull();
  const signed = token.split('.').at(-1) ?? '';
  const text = `vidlunnia-preview\n${SITE}\nblog\naaaaaaaaaaaa\n1800000000`;
  expect(isSignedBy([ours.publicKey], Buffer.from(text), signed)).toBe(true);
  expect(previewLink(SITE, GRANT, ours.privateKey)).toBe(`${SITE}/-/preview?token=${token}`);
});

test('any changed bit makes a token invalid', () => {
  const bytes = Buffer.from(token, 'latin1');
  const changed = [...bytes].flatMap((byte, at) =>
    [1, 2, 4, 8, 16, 32, 64, 128].map((bit) => Buffer.from(bytes.with(at, byte ^ bit)).toString('latin1')),
  );
  expect(changed.filter((text) => read(text))).toEqual([]);
  expect([`${token}=`, ` ${token}`, `${token}\n`].filter((text) => read(text))).toEqual([]);
});
