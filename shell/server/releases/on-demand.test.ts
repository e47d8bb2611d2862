/** @jest-environment node */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { startTeams, versionsOf, type Teams } from '../../testing/site';
import { respondWith, sampleRelease, VERSIONS } from '../../testing/team-origin';
import type { Site } from '../open-site';

const [FIRST, SECOND] = VERSIONS;

let all: Teams;
let site: Site;
beforeEach(async () => {
  all = await startTeams();
  site = await all.open();
  all.teams.blog.publish(sampleRelease('blog', SECOND));
  // Published, but not live here.
  all.teams.blog.setJson('/current.json', { version: FIRST });
});
const stored = () =>
  readdirSync(path.join(all.folder, 'releases/blog'))
    .filter((name) => /^[0-9a-f]{12}$/.test(name))
    .sort();
const asked = () => all.teams.blog.received.filter(({ url }) => url.includes(SECOND)).length;

test('a release that is live on another replica is fetched once for all requests, and does not become live here', async () => {
  await Promise.all([1, 2, 3].map(() => site.downloadOnDemand('blog', SECOND)));
  expect(stored()).toEqual([FIRST, SECOND]);
  expect(asked()).toBe(2 + Object.keys(sampleRelease('blog').files).length);
  expect(versionsOf(site)).toContain(`blog@${FIRST}`);
});

test('it is verified like any other', async () => {
  const other = respondWith(200, 'blog_bbbbbbbbbbbb client/remoteEntry.JS');
  all.teams.blog.set(`/${SECOND}/client/remoteEntry.js`, other);
  await site.downloadOnDemand('blog', SECOND);
  expect(stored()).toEqual([FIRST]);
});

test('it is not fetched while the limit of other downloads is reached', async () => {
  all.teams.blog.break(() => undefined);
  for (const digit of ['1', '2', '3', '4']) void site.downloadOnDemand('blog', digit.repeat(12));
  await site.downloadOnDemand('blog', SECOND);
  expect(asked()).toBe(0);
});
