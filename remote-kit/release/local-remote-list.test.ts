import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from '@jest/globals';
import { parseRemoteList } from '@vidlunnia/releases/remote-list';
import { remoteNamed, type RemotePackage } from '@vidlunnia/settings/topology';
import { readKey } from './keys';
import { writeLocalRemoteList } from './local-remote-list';
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

test('a shell gets a list of the workspaces with their keys and their requested places', async () => {
  const { REMOTES_FILE: file = '' } = await list();
  expect(parseRemoteList(readFileSync(file)).remotes).toEqual([
    {
      name: 'shop2',
      origin: 'http://127.0.0.1:3999',
      publicKeys: [(await readKey(SHOP, environment)).publicKey],
      zones: ZONES,
    },
  ]);
});

test('without workspaces there is no list, and the operator’s list stays in force', async () => {
  expect(await list({}, [])).toEqual({});
  expect(await list({ REMOTES_FILE: '/etc/remotes.json' })).toEqual({});
  expect(said).toEqual(['/etc/remotes.json (REMOTES_FILE) decides about shop2']);
});
