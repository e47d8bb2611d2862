import { expect, test } from '@jest/globals';
import { REMOTE_NAMES } from '@vidlunnia/contracts';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { readTopology, remotesNamed } from '@vidlunnia/settings/topology';
import { readEnvironment } from './environment';

const REMOTES = remotesNamed(REMOTE_NAMES);

test('the site has the engine’s settings, and its own', () => {
  const keys = REMOTES.map(({ publicKeyVariable }) => [publicKeyVariable, 'k'.repeat(43)] as const);
  const environment = readEnvironment({
    ...Object.fromEntries(keys),
    RETENTION_MONTHS: '6',
    TELEGRAM_DETAILS: 'on',
  });
  expect(environment).toMatchObject({ port: 3000, retentionMonths: 6, telegramDetails: true });
  expect(Object.keys(environment.teams)).toEqual(REMOTE_NAMES);
});

test('the remotes of the contract are workspaces, described by their packages', () => {
  expect(readTopology(repositoryRoot()).workspaces).toMatchObject(REMOTES);
});
