import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from './testing/temporary-folder';
import { REMOTE_NAMES } from '@vidlunnia/contracts/release';
import { api, readRemote, readTopology, remoteNamed, remotes, shell } from './topology';

const { workspaces } = readTopology(path.resolve(__dirname, '../..'));

test('no two packages share a port', () => {
  const ports = [shell, api, ...workspaces].map(({ port }) => port);
  expect(new Set(ports).size).toBe(ports.length);
});

// All names: contracts/release.test.ts.
test('another name is rejected', () => {
  expect(() => remoteNamed('my-shop')).toThrow(
    '“my-shop” is not a valid name of a remote: it has to be two to thirty small Latin letters',
  );
});

test('the remotes of the contract are workspaces, described by their packages', () => {
  expect(Object.keys(remotes)).toEqual(REMOTE_NAMES);
  expect(workspaces).toEqual(
    Object.values(remotes).map((remote): unknown => expect.objectContaining(remote)),
  );
  expect(workspaces[1]).toMatchObject({ name: 'blog', port: 3002, bundled: false });
});

const directory = temporaryFolder();
const described = (vidlunnia: unknown) => {
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ name: 'x', vidlunnia }));
  return () => readRemote(directory);
};

test('a package describes its remote in any folder; everything else is derived from the name', () => {
  const zones = [{ module: 'Openings', page: 'home', after: 'vacancies' }];
  expect(described({ remote: 'outside2', port: 3200, zones })()).toEqual({
    name: 'outside2',
    folder: 'mfe-outside2',
    port: 3200,
    bundled: true,
    budget: { scripts: 4_000, styles: 2_000 },
    directory,
    zones,
    portVariable: 'MFE_OUTSIDE2_PORT',
    originVariable: 'MFE_OUTSIDE2_ORIGIN',
    publicKeyVariable: 'MFE_OUTSIDE2_PUBLIC_KEY',
  });
});

test.each([
  [undefined, 'package.json: vidlunnia is missing; it has to be the remote’s description'],
  [{ remote: '../x' }, 'vidlunnia.remote is “../x”; it has to be two to thirty'],
  [
    { remote: 'shop2', zones: [{ module: 'Offers', page: 'home', after: 'shop' }] },
    'vidlunnia.zones.0.after is “shop”; it has to be “hero” or',
  ],
])('a package with %j is rejected', (vidlunnia, message) => {
  expect(described(vidlunnia)).toThrow(message);
});
