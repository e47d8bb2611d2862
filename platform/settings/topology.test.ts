import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from './testing/temporary-folder';
import { readRemote, readTopology, REMOTE_NAME, remoteNamed, remotesNamed, SECTION_NAME } from './topology';

test.each([
  [
    'a remote',
    REMOTE_NAME,
    ['ab', 'shop2', 'contents', 'a'.repeat(30)],
    ['a', 'Blog', '2ab', 'a-b', 'content', 'constructor', 'unset', 'a'.repeat(31)],
  ],
  ['a section', SECTION_NAME, ['A', 'OpenDays2', 'A'.repeat(40)], ['a', 'aB', '9A', 'A-b', 'A'.repeat(41)]],
])('only such names of %s are valid', (_, pattern, valid, invalid) => {
  expect([...valid, ...invalid].filter((name) => pattern.test(name))).toEqual(valid);
});

test('another name is rejected', () => {
  expect(() => remoteNamed('my-shop')).toThrow(
    '“my-shop” is not a valid name of a remote: it has to be two to thirty small Latin letters',
  );
});

test('a site’s remotes have the ports after the shell’s', () => {
  expect(remotesNamed(['bread', 'cakes']).map(({ port }) => port)).toEqual([3001, 3002]);
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
    { remote: 'shop2', zones: [{ module: 'offers', page: 'home', after: 'shop' }] },
    'vidlunnia.zones.0.module is “offers”; it has to be up to forty',
  ],
])('a package with %j is rejected', (vidlunnia, message) => {
  expect(described(vidlunnia)).toThrow(message);
});

test('a repository’s remotes are its packages, by their ports; those with zones are known', () => {
  const root = temporaryFolder();
  const write = (folder: string, vidlunnia: object) => {
    mkdirSync(path.join(root, folder));
    writeFileSync(path.join(root, folder, 'package.json'), JSON.stringify({ vidlunnia }));
  };
  const zones = [{ module: 'Openings', page: 'start', after: 'news' }];
  write('mfe-bread', { remote: 'bread', port: 3005, zones });
  write('mfe-cakes', { remote: 'cakes', port: 3001 });
  // Git leaves such folders of removed remotes.
  mkdirSync(path.join(root, 'mfe-left'));
  const { packages, zoneRemotes } = readTopology(root);
  expect(packages.map(({ folder }) => folder)).toEqual(['shell', 'mfe-cakes', 'mfe-bread', 'api']);
  expect(zoneRemotes).toMatchObject([{ name: 'bread', zones }]);
  write('mfe-tea', { remote: 'coffee' });
  expect(() => readTopology(root)).toThrow('mfe-tea has the remote coffee; its folder has to be mfe-coffee');
});
