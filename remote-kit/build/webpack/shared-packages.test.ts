import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { repositoryRoot } from '../../environment/repository';
import { remoteList, remotes, shell } from '../../environment/topology';
import { sharedRanges } from './remote-config';
import { checkShared, federationRuntime, installedVersion, SHARED_PACKAGES } from './shared-packages';

const packages = [...SHARED_PACKAGES];
const inShell = path.join(repositoryRoot, shell.folder);

test('a subpath has its package’s version', () => {
  expect(installedVersion('react/jsx-runtime', inShell)).toBe(installedVersion('react', inShell));
});

test('React and its renderer are of one version, which React itself demands', () => {
  expect(installedVersion('react-dom', inShell)).toBe(installedVersion('react', inShell));
});

describe.each(remoteList.map(({ folder, directory }) => [folder, directory]))('%s', (_, directory) => {
  test.each(packages)(
    'takes any %s of the major version that it is built with, and the shell provides',
    (name) => {
      const [major = ''] = installedVersion(name, inShell).split('.');
      expect(installedVersion(name, directory)).toMatch(new RegExp(`^${major}\\.`));
      expect(sharedRanges(directory)[name]).toBe(`^${major}.0.0`);
    },
  );
});

test('a build says with which version of the federation’s runtime it was made, to the last digit', () => {
  expect(federationRuntime()).toEqual({
    '@module-federation/runtime': expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});

test.each(['19.2.0', '^20'])('a remote that asks for React %s is not built', (range) => {
  expect(() => {
    checkShared(remotes.blog.directory, { dependencies: { react: range } });
  }).toThrow(`mfe-blog/package.json asks for react ${range}; the shell provides 19.`);
  expect(() => {
    checkShared(remotes.blog.directory);
  }).not.toThrow();
});
