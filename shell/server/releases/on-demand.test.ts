/** @jest-environment node */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { startTeams, type Teams } from '../../testing/live-site';
import { respondWith, sampleRelease, VERSIONS } from '../../testing/team-origin';
import type { LiveSite } from './live-site';

const [FIRST, SECOND] = VERSIONS;

let all: Teams;
let site: LiveSite;
beforeEach(async () => {
  all = await startTeams();
  site = await all.open();
  all.teams.blog.publish(sampleRelease('blog', SECOND));
  // Published, but not live here.
  all.teams.blog.setJson('/current.json', { version: FIRST });
});
const stored = () => readdirSync(path.join(all.store.root, 'blog')).sort();
const asked = () => all.teams.blog.received.filter(({ url }) => url.includes(SECOND)).length;

describe('a release that another replica has live', () => {
  test('is fetched, once however many ask, and does not go live by that', async () => {
    const got = await Promise.all([1, 2, 3].map(() => site.obtain('blog', SECOND)));
    expect(got).toEqual([true, true, true]);
    expect(stored()).toEqual([FIRST, SECOND]);
    expect(asked()).toBe(2 + Object.keys(sampleRelease('blog').files).length);
    expect(site.current().releaseSet.remotes.blog?.version).toBe(FIRST);
    expect(await site.obtain('blog', SECOND)).toBe(true);
  });

  test('is verified like all others', async () => {
    all.teams.blog.set(
      `/${SECOND}/client/remoteEntry.js`,
      respondWith(200, 'blog_bbbbbbbbbbbb client/remoteEntry.JS'),
    );
    expect(await site.obtain('blog', SECOND)).toBe(false);
    expect(stored()).toEqual([FIRST]);
  });

  test('and cannot be had is not requested again at once', async () => {
    all.teams.blog.set(`/${SECOND}/release.json`, respondWith(404, ''));
    expect(await site.obtain('blog', SECOND)).toBe(false);
    const once = asked();
    expect(await site.obtain('blog', SECOND)).toBe(false);
    expect(asked()).toBe(once);
  });

  test('is left alone while as many others as allowed are on their way', async () => {
    all.teams.blog.break(() => undefined);
    for (const digit of ['1', '2', '3', '4']) void site.obtain('blog', digit.repeat(12));
    expect(await site.obtain('blog', SECOND)).toBe(false);
  });
});
