import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';
import { published } from './pack';

test('all packages have one version, and are versioned together', () => {
  const manifests = published().map(({ manifest }) => manifest);
  expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
  const config = readFileSync(path.join(repositoryRoot, '.changeset/config.json'), 'utf8');
  const { fixed } = JSON.parse(config) as { readonly fixed: readonly string[][] };
  expect(fixed).toEqual([manifests.map(({ name }) => name)]);
});
