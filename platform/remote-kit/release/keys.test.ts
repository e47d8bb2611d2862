import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { parseRemoteList } from '@vidlunnia/releases/remote-list';
import { remoteNamed, type RemotePackage } from '@vidlunnia/settings/topology';
import { ensureKey, readKey, writeLocalRemoteList } from './keys';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { blog } from './testing/sample-team';

let folder = '';
let environment: Readonly<Record<string, string>> = {};
beforeEach(() => {
  folder = path.join(temporaryFolder(), 'keys');
  environment = { KEYS_DIR: folder };
});

test('a key is made once, readable only by its owner, and never replaced', async () => {
  const first = await ensureKey(blog, environment);
  expect(first).toMatchObject({ made: true, file: path.join(folder, 'mfe-blog.key') });
  expect([statSync(folder).mode & 0o777, statSync(first.file).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(readFileSync(first.file, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  expect(await ensureKey(blog, environment)).toEqual({ ...first, made: false });
  expect(await readKey(blog, environment)).toMatchObject({ publicKey: first.publicKey });
});

test('of many concurrent calls one makes the key, and all return it', async () => {
  const keys = await Promise.all(Array.from({ length: 10 }, () => ensureKey(blog, environment)));
  expect(keys.filter(({ made }) => made)).toHaveLength(1);
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(readdirSync(folder)).toEqual(['mfe-blog.key']);
});

test('without a key the error names the command that makes one; a file that is no key is named, and not replaced', async () => {
  await expect(readKey(blog, environment)).rejects.toThrow(
    RegExp(`^The key ${folder}/mfe-blog\\.key cannot be read; npm run keys.* makes one, KEYS_DIR names`),
  );
  const { file } = await ensureKey(blog, environment);
  writeFileSync(file, 'secret');
  await expect(ensureKey(blog, environment)).rejects.toThrow(`${file} is not an Ed25519 key in PEM`);
  expect(readFileSync(file, 'utf8')).toBe('secret');
});

const ZONES = [{ module: 'Offers', page: 'home', after: 'vacancies' }] as const;
const SHOP: RemotePackage = { ...blog, ...remoteNamed('shop2'), zones: [...ZONES] };

const said: string[] = [];
const list = (more = {}, remotes = [SHOP]) =>
  writeLocalRemoteList(
    remotes,
    { ...environment, DATA_DIR: folder, MFE_SHOP2_PORT: '3999', ...more },
    (line) => void said.push(line),
  );

test('a shell gets a list of the workspaces with their keys and their requested places', async () => {
  const { REMOTES_FILE: file = '' } = await list();
  const { publicKey } = await readKey(SHOP, environment);
  expect(parseRemoteList(readFileSync(file)).remotes).toEqual([
    { name: 'shop2', origin: 'http://127.0.0.1:3999', publicKeys: [publicKey], zones: ZONES },
  ]);
});

test('without workspaces there is no list, and an operator’s list is used unchanged', async () => {
  expect(await list({}, [])).toEqual({});
  expect(await list({ REMOTES_FILE: '/etc/remotes.json' })).toEqual({});
  expect(said).toEqual(['/etc/remotes.json (REMOTES_FILE) decides about shop2']);
});
