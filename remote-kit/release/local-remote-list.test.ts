import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from '@jest/globals';
import { remoteNamed, type RemotePackage } from '@vidlunnia/settings/topology';
import { readKey } from './keys';
import { writeLocalRemoteList } from './local-remote-list';
import { parseRemoteList, signatureFileOf } from '@vidlunnia/releases/remote-list';
import { isSignedBy } from '@vidlunnia/releases/signature';
import { temporaryFolder } from './testing/temporary-folder';

const ZONES = [{ module: 'Offers', page: 'home', after: 'vacancies' }] as const;
const SHOP: RemotePackage = {
  ...remoteNamed('shop2'),
  directory: '',
  bundled: true,
  zones: [...ZONES],
  budget: { scripts: 0, styles: 0 },
};

let environment: Readonly<Record<string, string>> = {};
let said: string[] = [];
beforeEach(() => {
  const folder = temporaryFolder();
  environment = { DATA_DIR: folder, KEYS_DIR: `${folder}/keys`, MFE_SHOP2_PORT: '3999' };
  said = [];
});
const list = (more = {}, remotes = [SHOP]) =>
  writeLocalRemoteList(remotes, { ...environment, ...more }, (line) => void said.push(line));

test('a shell gets a signed list of the workspaces with their requested places; a later list has a higher serial', async () => {
  const { REMOTES_FILE: file = '', REMOTES_PUBLIC_KEY: publicKey = '' } = await list();
  const bytes = readFileSync(file);
  expect(isSignedBy([publicKey], bytes, readFileSync(signatureFileOf(file), 'utf8'))).toBe(true);
  const { serial, remotes } = parseRemoteList(bytes);
  expect(remotes).toEqual([
    {
      name: 'shop2',
      origin: 'http://127.0.0.1:3999',
      publicKeys: [(await readKey(SHOP, environment)).publicKey],
      zones: ZONES,
    },
  ]);
  await list();
  expect(parseRemoteList(readFileSync(file)).serial).toBeGreaterThanOrEqual(serial);
});

test('without workspaces there is no list, and the operator’s list stays in force', async () => {
  expect(await list({}, [])).toEqual({});
  expect(await list({ REMOTES_FILE: '/etc/remotes.json' })).toEqual({});
  expect(said).toEqual([expect.stringContaining('npm run remotes -- add shop2')]);
});
