import { expect, test } from '@jest/globals';
import { remoteNamed } from '@vidlunnia/settings/topology';
import { fileFacts, makeKeyPair, signManifest } from './signature';
import { manifestOf } from './testing/manifest';
import { rejectedAt, verifyRelease } from './verify';

const [FIRST, VERSION] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'];
const [ENTRY, SCRIPT, STYLE] = [
  'client/remoteEntry.js',
  'client/static/news.js',
  'client/static/news.css',
] as const;
const FILES: Readonly<Record<string, string>> = {
  [ENTRY]: 'entry',
  'server/remoteEntry.js': 'server',
  [SCRIPT]: 'script',
  [STYLE]: '@layer remotes.news{}',
};
const CONTRACT = { versions: [1], modules: { news: ['Story'] }, shared: { react: '19.3.1' } };
const { privateKey, publicKey } = makeKeyPair();
const release = manifestOf('news', VERSION, FILES, { Story: { js: [SCRIPT], css: [STYLE] } });

const teamOf = (name: string) => ({
  remote: remoteNamed(name),
  origin: 'http://news.example',
  publicKeys: [makeKeyPair().publicKey, publicKey],
});
/** Verifies a copy of the release in which these files have other content; `null` is a missing file. */
function verify(changed: Readonly<Record<string, string | null>>, key = privateKey, name = 'news') {
  const manifest = changed['release.json'] ?? JSON.stringify(release);
  const signature = signManifest(Buffer.from(manifest), key);
  const files: typeof changed = {
    ...FILES,
    'release.json': manifest,
    'release.json.sig': signature,
    ...changed,
  };
  return verifyRelease(teamOf(name), VERSION, CONTRACT, (file) => {
    const content = files[file] ?? null;
    return Promise.resolve(content === null ? null : Buffer.from(content));
  });
}
const withFiles = (count: number, size: number) => {
  const file = { size, sha384: 'A'.repeat(64) };
  const files = Array.from({ length: count }, (_, index) => [`client/${String(index)}.js`, file] as const);
  return { files: { ...release.files, ...Object.fromEntries(files) } };
};

// Other wrong signatures: signature.test.ts.
test('a signature of another team is rejected, with the places of the team’s keys', async () => {
  await expect(verify({}, makeKeyPair().privateKey)).rejects.toThrow(
    'rejected at verify: it is not signed with a key of mfe-news (MFE_NEWS_PUBLIC_KEY or REMOTES_FILE)',
  );
});

test.each([
  ['that is not JSON', '<', /^rejected at verify: release\.json is not JSON$/],
  ['without files', { files: undefined }, /release\.json: files is missing; expected required property$/],
  ['of another team', { name: 'shop' }, /^rejected at verify: it is one of shop$/],
  ['of another version', { version: FIRST }, /^rejected at verify: it calls itself a+$/],
  ['with another version’s container', { container: `news_${FIRST}` }, /calls its container news_a+/],
  ['that lacks files', { files: {} }, `needs files that it does not list: ${ENTRY}, ${SCRIPT}, ${STYLE}, `],
  [
    'that does not fit the host',
    { contract: 0, shared: { vue: '1' } },
    /: it was built for contract 0; .*; it needs vue, which the host does not provide$/,
  ],
  ['with another server entry', { serverEntry: SCRIPT }, /serverEntry is /],
  // Other wrong names: release.test.ts.
  [
    'with a file outside of it',
    { files: { ...release.files, '../x': release.files[SCRIPT] } },
    /“\.\.\/x” is not a valid file name in a release$/,
  ],
  ['of too many files', withFiles(500, 1), /^rejected at verify: it has 504 files; 500 are allowed$/],
  [
    'of too many bytes',
    withFiles(33, 1_048_576),
    /^rejected at verify: its files have \d+ bytes together; 33554432 are allowed$/,
  ],
])('a manifest %s is rejected', async (_, change, reason) => {
  const manifest = typeof change === 'string' ? change : JSON.stringify({ ...release, ...change });
  await expect(verify({ 'release.json': manifest })).rejects.toThrow(reason);
});

test('a complete copy signed with any of the team’s keys is accepted', async () => {
  expect(await verify({})).toEqual(release);
});

test.each([
  ['no signature', 'release.json.sig', null, /release\.json\.sig is missing$/],
  ['a missing file', SCRIPT, null, /news\.js is missing$/],
  ['a shorter file', SCRIPT, 'scrip', /news\.js has \d+ bytes; the release names \d+$/],
  ['a changed file', SCRIPT, 'scripT', /news\.js is not the file that the release names$/],
])('a copy with %s is rejected', async (_, file, content, reason) => {
  await expect(verify({ [file]: content })).rejects.toThrow(reason);
});

test('a copy with a style that reaches outside of the remote is rejected', async () => {
  const css = 'body{margin:0}';
  const manifest = JSON.stringify({
    ...release,
    files: { ...release.files, [STYLE]: fileFacts(Buffer.from(css)) },
  });
  await expect(verify({ [STYLE]: css, 'release.json': manifest })).rejects.toThrow(
    /news\.css: body is outside of @layer/,
  );
});

const full = Object.assign(new Error('ENOSPC: no space left, write ‘/srv/x’'), { syscall: 'write' });
test.each([
  [new Error('cannot read /srv/shell/dist/main.js\n  at line 1'), 'cannot read main.js'],
  [new Error('/srv/a-b/.c/@d/x.js is short'), 'x.js is short'],
  [new Error('client/static/a/b.js is short'), 'client/static/a/b.js is short'],
  [new Error('/news/x and a/ are no pages'), '/news/x and a/ are no pages'],
  [full, 'the host’s machine failed: ENOSPC: no space left'],
  [new Error('not stored', { cause: full }), 'the host’s machine failed: ENOSPC: no space left'],
  ['a text', 'a text'],
  [null, 'null'],
])('the public reason of %p is “%s”', (error, reason) => {
  const rejected = rejectedAt('download', error);
  expect(rejected).toMatchObject({ step: 'download', reason });
  expect(rejected.cause).toBe(reason.startsWith('the host’s') ? full : error);
});
