/** @jest-environment node */
import { beforeEach, expect, test } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import type { SectionId } from '@vidlunnia/contracts';
import { remoteList } from '@vidlunnia/remote-kit/environment/topology';
import { nextPoll, startTeams, versionsOf, type Teams } from '../../testing/live-site';
import {
  respondWith,
  sampleRelease,
  startTeamOrigin,
  VERSIONS,
  type TeamOrigin,
} from '../../testing/team-origin';
import { fakeRenderer } from '../../testing/renderer';
import { zoneId } from '../../src/pages/zones';
import type { LiveSite } from './live-site';
import type { RemotesFile } from './remotes-file';

const [FIRST, SECOND] = VERSIONS;
const OPENINGS = zoneId('outside', 'Openings');
const PRICES = zoneId('outside', 'Prices');

let all: Teams;
let outside: TeamOrigin;
let site: LiveSite;
/** What the operator's list says by now. */
let isListed: boolean;
let zones: { readonly id: typeof OPENINGS; readonly page: 'home'; readonly after: SectionId }[];
const reads = new EventEmitter();

const list: RemotesFile = {
  read: () => {
    reads.emit('read');
    return Promise.resolve();
  },
  over: (teams) => ({
    teams: { ...teams, ...(isListed && { outside: outside.team }) },
    zones: isListed ? zones : [],
  }),
  report: () => ({ serial: 1, problem: null }),
};

/** Waits until the list was read, and what it says was tried. */
async function followed(): Promise<void> {
  await once(reads, 'read');
  await once(reads, 'read');
}
const set = () => site.current().releaseSet;
const places = () => set().zones.map(({ id, after }) => `${id} after ${after}`);
const at = (id: typeof OPENINGS, after: SectionId) => ({ id, page: 'home', after }) as const;

beforeEach(async () => {
  all = await startTeams();
  outside = await startTeamOrigin('outside');
  outside.publish(sampleRelease('outside', FIRST, ['Openings', 'Prices']));
  isListed = false;
  zones = [at(OPENINGS, 'vacancies')];
  site = await all.open({ options: { remotesFile: list } });
});

/** Has the list name the remote, and waits until it is live. */
async function comes(): Promise<void> {
  isListed = true;
  await followed();
  await nextPoll(outside);
}

test('a remote that is listed comes with its zones, and goes when it no longer is', async () => {
  expect(versionsOf(set())).toHaveLength(remoteList.length);
  const [before] = all.renderers;
  await comes();
  expect(versionsOf(set())).toContain(`outside@${FIRST}`);
  expect(places()).toEqual(['outside/zone/Openings after vacancies']);
  expect(site.report().remotes['outside']?.live?.version).toBe(FIRST);
  expect(before?.stop).toHaveBeenCalledTimes(1);
  isListed = false;
  await followed();
  const names = remoteList.map(({ name }) => name);
  expect(versionsOf(set())).toEqual(names.map((name) => `${name}@${FIRST}`));
  expect([places(), Object.keys(site.report().remotes)]).toEqual([[], names]);
});

test('a zone moves, and another one comes, without a release; what no release fills is no zone', async () => {
  await comes();
  const { id } = set();
  zones = [at(OPENINGS, 'team'), at(zoneId('outside', 'Missing'), 'team'), at(PRICES, 'blog')];
  await followed();
  expect(places()).toEqual(['outside/zone/Openings after team', 'outside/zone/Prices after blog']);
  expect(set().id).not.toBe(id);
});

test('a zone that cannot be rendered is left out: others, and releases of others, go on', async () => {
  await comes();
  all.renderTest.mockImplementation((next) =>
    next.zones.some((zone) => zone.id === PRICES)
      ? Promise.reject(new Error('outside/zone/Prices renders nothing'))
      : Promise.resolve(fakeRenderer(next)),
  );
  zones = [at(OPENINGS, 'team'), at(PRICES, 'blog')];
  await followed();
  expect(places()).toEqual(['outside/zone/Openings after team']);
  expect(all.log.warn.mock.calls).toEqual([
    ['What is configured cannot be shown: outside/zone/Prices renders nothing'],
  ]);
  all.teams.blog.publish(sampleRelease('blog', SECOND));
  await nextPoll(all.teams.blog);
  expect(versionsOf(set())).toContain(`blog@${SECOND}`);
});

test('a release that drops what stands in a zone is rejected', async () => {
  await comes();
  expect(site.report().contract.modules['outside']).toEqual(['Openings']);
  outside.publish(sampleRelease('outside', SECOND, ['Prices']));
  await nextPoll(outside);
  expect(site.report().remotes['outside']?.rejections).toEqual([
    expect.objectContaining({ version: SECOND, step: 'verify', reason: 'it does not expose Openings' }),
  ]);
  expect(places()).toEqual(['outside/zone/Openings after vacancies']);
});

test('a release with a file that is not the one that it names is rejected: the zone keeps the one before', async () => {
  await comes();
  outside.publish(sampleRelease('outside', SECOND, ['Openings']));
  outside.set(
    `/${SECOND}/client/static/outside.js`,
    respondWith(200, `outside_${SECOND} client/static/outside.jx`),
  );
  await nextPoll(outside);
  expect(site.report().remotes['outside']).toMatchObject({
    live: { version: FIRST },
    rejections: [{ version: SECOND, reason: expect.stringMatching(/outside\.js is not the file/) }],
  });
  expect(places()).toEqual(['outside/zone/Openings after vacancies']);
});

test('a release whose workers keep ending gives its zone back to the previous one', async () => {
  await comes();
  outside.publish(sampleRelease('outside', SECOND, ['Openings']));
  await nextPoll(outside);
  expect(versionsOf(set())).toContain(`outside@${SECOND}`);
  // What browsers fall back to.
  expect(site.previous()).toMatchObject({ outside: { version: FIRST } });
  all.renderers.at(-1)?.keepEnding(new Error('boom'));
  while (!versionsOf(set()).includes(`outside@${FIRST}`)) await nextPoll(outside);
  expect(places()).toEqual(['outside/zone/Openings after vacancies']);
});

test('keys that are replaced count for the next release', async () => {
  await comes();
  const other = await startTeamOrigin('outside');
  outside = { ...outside, team: { ...outside.team, publicKeys: other.team.publicKeys } };
  outside.publish(sampleRelease('outside', SECOND, ['Openings']));
  await nextPoll(outside);
  const { live, rejections } = site.report().remotes['outside'] ?? {};
  expect(live?.version).toBe(FIRST);
  expect(rejections?.[0]?.reason).toBe('it is not signed with a key of mfe-outside (REMOTES_FILE)');
});

test('a shell that starts again has the remote and its zones while every origin is down', async () => {
  await comes();
  await site.stop();
  for (const origin of [outside, ...Object.values(all.teams)]) origin.break(respondWith(503, ''));
  site = await all.open({ options: { remotesFile: list } });
  expect(versionsOf(set())).toContain(`outside@${FIRST}`);
  expect(places()).toEqual(['outside/zone/Openings after vacancies']);
});
