import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { REMOTE_NAMES } from '@vidlunnia/contracts/names';
import { repositoryRoot } from './repository';
import { api, remoteHere, remoteNamed, remotes, shell, workspaces } from './topology';

const PACKAGES = [shell, api, ...workspaces];
const manifestOf = (folder: string): unknown =>
  JSON.parse(readFileSync(path.join(repositoryRoot, folder, 'package.json'), 'utf8'));

test.each(PACKAGES.map(({ folder }) => folder))('%s is a package of that name', (folder) => {
  expect(manifestOf(folder)).toHaveProperty('name', `@vidlunnia/${folder}`);
});

test.each([
  ['ports', PACKAGES.map(({ port }) => port)],
  [
    'variables',
    [
      ...PACKAGES,
      ...[api, ...workspaces].map(({ originVariable }) => ({ portVariable: originVariable })),
    ].map(({ portVariable }) => portVariable),
  ],
  ['folders', PACKAGES.map(({ folder }) => folder)],
])('no two packages share %s', (_, values: readonly (string | number)[]) => {
  expect(new Set(values).size).toBe(values.length);
});

test.each([
  ['a1', true],
  ['b'.repeat(30), true],
  ['b'.repeat(31), false],
  ['2shop', false],
  ['my-shop', false],
  ['constructor', false],
])('“%s” is a remote’s name: %s', (name, accepted) => {
  const make = () => remoteNamed(name);
  if (accepted) expect(make()).toMatchObject({ name, portVariable: `MFE_${name.toUpperCase()}_PORT` });
  else
    expect(make).toThrow(`“${name}” is no name of a remote: it has to be two to thirty small Latin letters`);
});

test('the remotes of the contract are workspaces, with what their packages say', () => {
  expect(Object.keys(remotes)).toEqual(REMOTE_NAMES);
  expect(remotes.blog).toEqual(remoteHere(path.join(repositoryRoot, 'mfe-blog')));
  expect(remotes.blog).toMatchObject({ port: 3002, bundled: false });
});

describe('a package', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'remote-here-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });
  const described = (vidlunnia: unknown) => {
    writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ name: 'x', vidlunnia }));
    return () => remoteHere(directory);
  };

  test('describes its remote; all else follows from the name, in whatever folder', () => {
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
      prefix: '/remotes/outside2',
    });
  });

  test.each([
    [undefined, 'package.json: vidlunnia is missing; it has to be what the remote says of itself'],
    [{ remote: '../x' }, 'vidlunnia.remote is “../x”; it has to be two to thirty'],
    [{ remote: 'shop2', port: 0 }, 'vidlunnia.port is 0; it has to be a whole number of 1 to 65535'],
    [
      { remote: 'shop2', zones: [{ module: 'Offers', page: 'home', after: 'shop' }] },
      'vidlunnia.zones.0.after is “shop”; it has to be “hero” or',
    ],
  ])('that says %j is rejected', (vidlunnia, message) => {
    expect(described(vidlunnia)).toThrow(message);
  });
});
