/** @jest-environment node */
import type { RequestListener } from 'node:http';
import { expect, test } from '@jest/globals';
import { OWNER, type Owner } from '@vidlunnia/content';
import { startLocalServer } from '@vidlunnia/http/testing';
import type { Site } from '../open-site';
import { startTeams } from '../../testing/site';

const withPhone = (phone: string): Owner => ({ ...OWNER, contact: { ...OWNER.contact, phone } });
const phoneOf = (site: Site) => site.live().releaseSet.owner.contact.phone;
const answering =
  (owner: () => unknown): RequestListener =>
  (_, response) =>
    response.end(JSON.stringify({ version: null, owner: owner() }));

test('details that the API has are live without a restart, with a worker of their own', async () => {
  let owner = withPhone('+380 1');
  const api = await startLocalServer(answering(() => owner));
  const teams = await startTeams();
  const site = await teams.open({ apiOrigin: api.origin });
  const [first] = teams.renderers;
  const { id } = site.live().releaseSet;
  expect([phoneOf(site), first?.releaseSet.owner]).toEqual(['+380 1', owner]);
  owner = withPhone('+380 2');
  while (phoneOf(site) === '+380 1') await api.untilAsked('/api/content');
  expect(phoneOf(site)).toBe('+380 2');
  expect(site.live().releaseSet.id).not.toBe(id);
  while (first?.stop.mock.calls.length === 0) await api.untilAsked('/api/content');
  expect(teams.renderers).toHaveLength(2);
});

test('new content makes earlier pages outdated for three looks: some are still rendered with former answers', async () => {
  let version = 'aaaaaaaaaaaa';
  const api = await startLocalServer((_, response) =>
    response.end(JSON.stringify({ version, owner: OWNER })),
  );
  const teams = await startTeams();
  const site = await teams.open({ apiOrigin: api.origin });
  const looks = async () => {
    for (const _ of [1, 2, 3, 4]) await api.untilAsked('/api/content');
    return site.contentChanges();
  };
  const first = await looks();
  expect(await looks()).toBe(first);
  version = 'bbbbbbbbbbbb';
  expect(await looks()).toBe(first + 3);
  expect(await looks()).toBe(first + 3);
  expect(site.report().content).toBe(version);
});

test('a shell that starts without the API has the last details, not those of its build', async () => {
  const api = await startLocalServer(answering(() => withPhone('+380 3')));
  const teams = await startTeams();
  await (await teams.open({ apiOrigin: api.origin })).stop();
  await api.stop();
  expect(phoneOf(await teams.open({ apiOrigin: api.origin }))).toBe('+380 3');
});

test('details that are not valid are logged once, and change nothing', async () => {
  const api = await startLocalServer(answering(() => withPhone('дзвоніть')));
  const teams = await startTeams();
  const site = await teams.open({ apiOrigin: api.origin });
  await api.untilAsked('/api/content');
  await api.untilAsked('/api/content');
  expect(phoneOf(site)).toBe(OWNER.contact.phone);
  const lines = teams.log.warn.mock.calls.filter(([line]) => String(line).startsWith('The owner’s details'));
  expect(lines).toHaveLength(1);
});
