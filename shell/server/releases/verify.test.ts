/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { makeKeyPair, signManifest } from '@vidlunnia/releases/signature';
import { remotes } from '@vidlunnia/settings/topology';
import { CONTRACT } from '../../testing/site';
import { sampleRelease, VERSIONS } from '../../testing/team-origin';
import { verifyManifest } from './verify';

const [FIRST, VERSION] = VERSIONS;
const SCRIPT = 'client/static/blog.js';
const { privateKey, publicKey } = makeKeyPair();
const release = sampleRelease('blog', VERSION);

const verify = (manifest: unknown, sign = (bytes: Buffer) => signManifest(bytes, privateKey)) => {
  const bytes = Buffer.from(typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  const team = {
    remote: remotes.blog,
    origin: 'http://blog.example',
    publicKeys: [makeKeyPair().publicKey, publicKey],
  };
  return verifyManifest(team, VERSION, bytes, Buffer.from(sign(bytes)), CONTRACT);
};
const withFiles = (count: number, size: number) => {
  const file = { size, sha384: 'A'.repeat(64) };
  const files = Array.from({ length: count }, (_, index) => [`client/${String(index)}.js`, file] as const);
  return { files: { ...release.files, ...Object.fromEntries(files) } };
};

test('a manifest signed with any of the team’s keys is accepted', () => {
  expect(verify(release)).toMatchObject(release);
});

// Other wrong signatures: signature.test.ts.
test('a signature of another team is rejected', () => {
  const sign = (bytes: Buffer) => signManifest(bytes, makeKeyPair().privateKey);
  expect(() => verify(release, sign)).toThrow(
    /^rejected at verify: it is not signed with a key of mfe-blog \(MFE_BLOG_PUBLIC_KEY\)$/,
  );
});

test.each([
  ['without files', { files: undefined }, /release\.json: files is missing; it has to be an object$/],
  ['of another team', { name: 'home' }, /^rejected at verify: it is one of home$/],
  ['of another version', { version: FIRST }, /^rejected at verify: it calls itself a+$/],
  ['with another version’s container', { container: `blog_${FIRST}` }, /calls its container blog_a+/],
  ['that lacks files', { files: {} }, /it needs files that it does not list/],
  [
    'whose server entry is elsewhere',
    { serverEntry: SCRIPT },
    /has its server entry at client\/static\/blog\.js, not at server\/remoteEntry\.js/,
  ],
  ['of too many files', withFiles(500, 1), /^rejected at verify: it has 504 files; 500 are allowed$/],
  [
    'of too many bytes',
    withFiles(33, 1_048_576),
    /^rejected at verify: its files have \d+ bytes together; 33554432 are allowed$/,
  ],
])('a manifest %s is rejected', (_, change, reason) => {
  expect(() => verify({ ...release, ...change })).toThrow(reason);
});

test('a manifest that is not JSON is rejected', () => {
  expect(() => verify('<')).toThrow(/^rejected at verify: release\.json is not JSON$/);
});

test.each([
  '../x',
  'client/../../x',
  '/etc/x',
  'client\\x.js',
  'C:/x.js',
  'client/.x',
  'https://evil.example/x.js',
  'client/x\0.js',
])('%j is not allowed as a file name', (name) => {
  const files = { ...release.files, [name]: release.files[SCRIPT] };
  expect(() => verify({ ...release, files })).toThrow(`“${name}” is not a valid file name in a release`);
});
