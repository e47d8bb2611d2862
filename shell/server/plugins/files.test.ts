/** @jest-environment node */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { startSite, type Site } from '../../testing/site';
import { respondWith, sampleContent, sampleRelease, VERSIONS } from '../../testing/team-origin';

const [VERSION] = VERSIONS;
const BASE = `/remotes/blog/${VERSION}`;
const SCRIPT = 'client/static/blog.js';
const release = sampleRelease('blog');

let site: Site;
beforeEach(async () => {
  site = await startSite();
});
const textAt = async (target: string) => (await site.ask(target)).body.toString();

describe('a team’s files', () => {
  test('of the browser’s side are served as the team made them, and kept for a year', async () => {
    const { status, headers, body } = await site.ask(`${BASE}/${SCRIPT}`);
    expect([status, body.toString()]).toEqual([200, sampleContent(release, SCRIPT)]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
  });

  test('are reached whatever the query: a repeated attempt has one', async () => {
    expect(await textAt(`${BASE}/${SCRIPT}?attempt=1`)).toBe(sampleContent(release, SCRIPT));
  });

  test('come from the store: none of them is requested of the team’s origin', async () => {
    const before = site.teams.blog.received.length;
    site.teams.blog.break(respondWith(500, 'oops'));
    expect(await textAt(`${BASE}/${SCRIPT}`)).toBe(sampleContent(release, SCRIPT));
    expect(site.teams.blog.received).toHaveLength(before);
  });

  test('that the release does not have are 404, and that is kept by nobody', async () => {
    const { status, headers } = await site.ask(`${BASE}/client/nothing.js`);
    expect(status).toBe(404);
    expect(headers['cache-control'] ?? '').not.toContain('immutable');
  });

  test.each([
    `${BASE}/server/remoteEntry.js`,
    `${BASE}/release.json`,
    `${BASE}/client/../server/remoteEntry.js`,
    `${BASE}/client/..%2fserver/remoteEntry.js`,
    `${BASE}/client/%2e%2e/release.json`,
    `${BASE}/client/..%5cserver%5cremoteEntry.js`,
    `${BASE}/client/../../../home/${VERSION}/server/remoteEntry.js`,
    `/remotes/blog/../blog/${VERSION}/release.json`,
    `/remotes//blog/${VERSION}/release.json`,
  ])('are those of the browser’s side alone: %s is not among them', async (target) => {
    const { status, body } = await site.ask(target);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.toString()).not.toContain(release.container);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('take no %s', async (method) => {
    expect((await site.ask(`${BASE}/${SCRIPT}`, { method })).status).toBe(404);
  });

  test.each([
    '/remotes/nobody/x.js',
    '/remotes/blog/current.json',
    '/remotes/blog/bbbbbbbbbbbb/client/x.js',
    `/remotes/blog/${VERSION}/client/`,
    `/remotes/blog/${VERSION}/`,
    '/remotes/',
    '/remotes',
  ])('that are not there (%s) are 404', async (target) => {
    expect((await site.ask(target)).status).toBe(404);
  });
});
