import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { repositoryRoot } from './repository';
import { api, remoteList, remoteNamed, remotes, shell } from './topology';

const PACKAGES = [shell, api, ...remoteList];
const manifestOf = (folder: string): unknown =>
  JSON.parse(readFileSync(path.join(repositoryRoot, folder, 'package.json'), 'utf8'));

test('every package is a workspace, and every workspace but shared, e2e, bench, stories and deploy a package', () => {
  const workspaces = PACKAGES.map(({ folder }) => folder).concat(
    'shared',
    'e2e',
    'bench',
    'stories',
    'deploy',
  );
  expect(manifestOf('.')).toHaveProperty('workspaces', expect.arrayContaining(workspaces));
  expect(manifestOf('.')).toHaveProperty('workspaces.length', workspaces.length);
});

test.each(PACKAGES.map(({ folder }) => folder))('%s is a package of that name', (folder) => {
  expect(manifestOf(folder)).toHaveProperty('name', `@vidlunnia/${folder}`);
});

test.each([
  ['ports', PACKAGES.map(({ port }) => port)],
  [
    'variables',
    [
      ...PACKAGES,
      ...[api, ...remoteList].map(({ originVariable }) => ({ portVariable: originVariable })),
    ].map(({ portVariable }) => portVariable),
  ],
  ['folders', PACKAGES.map(({ folder }) => folder)],
])('no two packages share %s', (_, values: readonly (string | number)[]) => {
  expect(new Set(values).size).toBe(values.length);
});

test('no package is reached under the path of another one', () => {
  const prefixes = [api, ...remoteList].map(({ prefix }) => `${prefix}/`);
  for (const prefix of prefixes) {
    expect(prefixes.filter((other) => other.startsWith(prefix))).toEqual([prefix]);
    expect(prefix).toMatch(/^\/[a-z/]+\/$/);
  }
});

test.each([
  ['shop2', true],
  ['a1', true],
  ['b'.repeat(30), true],
  ['b'.repeat(31), false],
  ['a', false],
  ['2shop', false],
  ['Shop', false],
  ['my-shop', false],
  ['constructor', false],
])('“%s” is a remote’s name: %s', (name, accepted) => {
  const make = () => remoteNamed(name);
  if (accepted) expect(make()).toMatchObject({ name, portVariable: `MFE_${name.toUpperCase()}_PORT` });
  else
    expect(make).toThrow(`“${name}” is no name of a remote: it has to be two to thirty small Latin letters`);
});

describe.each(Object.entries(remotes))('%s', (name, remote) => {
  test('is entered under its own name', () => {
    expect(remote.name).toBe(name);
  });
});
