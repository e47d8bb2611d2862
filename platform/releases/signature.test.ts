import { generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  fileFacts,
  isPointerSignedBy,
  isSignedBy,
  makeKeyPair,
  makePreviewToken,
  previewLink,
  publicKeyOf,
  readPreviewToken,
  signManifest,
  signPointer,
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

// The example of FIPS 180. Other tests make manifests with the same function.
test('a file’s facts are its length and its SHA-384', () => {
  const sha384 = 'ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn';
  expect(fileFacts(Buffer.from('abc'))).toEqual({ size: 3, sha384 });
});

test('a pointer’s signature is of its remote and of each of its fields', () => {
  const rollout = { percent: 10, seconds: 1_800, visitors: 30 };
  const at = '2026-01-01T00:00:00.000Z';
  const pointer = { version: 'bbbbbbbbbbbb', previous: 'aaaaaaaaaaaa', at, rollout };
  const signed = signPointer('blog', pointer, ours.privateKey);
  const text = `vidlunnia-pointer\nblog\n${at}\nbbbbbbbbbbbb\naaaaaaaaaaaa\n10\n1800\n30`;
  expect(isSignedBy([ours.publicKey], Buffer.from(text), signed.signature)).toBe(true);
  const isValid = (remote: string, changes: Partial<typeof signed> = {}) =>
    isPointerSignedBy([ours.publicKey], remote, { ...signed, ...changes });
  expect([
    isValid('blog'),
    isValid('home'),
    isValid('blog', { rollout: { ...rollout, percent: 11 } }),
  ]).toEqual([true, false, false]);
  expect(isPointerSignedBy([theirs.publicKey], 'blog', signed)).toBe(false);
});
