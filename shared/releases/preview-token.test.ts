import { expect, test } from '@jest/globals';
import { makePreviewToken, readPreviewToken } from './preview-token';
import { makeKeyPair } from './signature';

const SITE = 'https://vidlunnia.example';
const GRANT = { remote: 'blog', version: 'aaaaaaaaaaaa', until: 1_800_000_000 };
const [ours, theirs] = [makeKeyPair(), makeKeyPair()];
const token = makePreviewToken(SITE, GRANT, ours.privateKey);

const read = (text: string, site = SITE, keys = [ours.publicKey]) =>
  readPreviewToken(text, site, (remote) => (remote === GRANT.remote ? keys : []));

test('a token says what it grants, and is valid for its site and key only', () => {
  expect(read(token, SITE, [theirs.publicKey, ours.publicKey])).toEqual(GRANT);
  expect(read(token, 'https://other.example')).toBeNull();
  expect(read(token, SITE, [theirs.publicKey])).toBeNull();
});

test('no other spelling of a token is valid: not with one changed bit anywhere', () => {
  const bytes = Buffer.from(token, 'latin1');
  const changed = [...bytes].flatMap((byte, at) =>
    [1, 2, 4, 8, 16, 32, 64, 128].map((bit) => {
      const other = Buffer.from(bytes);
      other[at] = byte ^ bit;
      return other.toString('latin1');
    }),
  );
  expect(changed.filter((text) => read(text))).toEqual([]);
  expect([`${token}=`, ` ${token}`, `${token}\n`].filter((text) => read(text))).toEqual([]);
});

test('an address with a token has no character that has to be encoded', () => {
  expect(encodeURIComponent(token)).toBe(token);
});
