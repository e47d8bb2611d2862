import { expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
import { awaitPromotion, siteOf } from './site';
import { FIRST, SECOND } from './testing/sample-release';
import { sampleTeam } from './testing/sample-team';
import { blogState, liveReleases, siteSaying } from './testing/site-double';

const REPORT = liveReleases(blogState(FIRST));

test.each([
  ['what is live', 200, JSON.stringify(REPORT), REPORT],
  ['an error', 404, '', expect.stringMatching(/\/-\/releases answered 404$/)],
  ['another JSON', 200, '{}', expect.stringMatching(/\/-\/releases answered something else: /)],
  ['a page', 200, '<h1>', expect.stringMatching(/\/-\/releases did not answer: /)],
])('a site responds with %s', async (_, status, body, expected) => {
  const { origin } = await startLocalServer((__, response) => response.writeHead(status).end(body));
  expect(await siteOf({ SITE_URL: origin }).ask()).toEqual(expected);
});

test('without a site, the result is a sentence', async () => {
  const url = await unreachableOrigin();
  expect(await siteOf({ SITE_URL: url }).ask()).toBe(`${url}/-/releases did not answer: ECONNREFUSED`);
});

test('without a variable the site is at the shell’s port on this machine', () => {
  expect(siteOf({ PORT: '8080', SITE_URL: '' }).url).toBe('http://localhost:8080');
});

const never = new AbortController().signal;
const rejected = (at: string, version: string | null = SECOND) =>
  blogState(FIRST, { rejections: [{ version, step: 'render-test', reason: 'Post crashes', at }] });
const OLD = rejected('2026-01-01T00:00:05Z');
const before = liveReleases(OLD);
const NONE = blogState(FIRST);

test('a promotion is reported with its seconds; older rejections and those of other versions are ignored', async () => {
  const site = siteSaying(
    NONE,
    rejected('2026-01-01T00:00:09Z', FIRST),
    OLD,
    blogState(SECOND, { rejections: OLD.rejections }),
  );
  const team = sampleTeam(site);
  await awaitPromotion(team, SECOND, before, never);
  expect(team.said).toEqual([
    expect.stringMatching(RegExp(`^${SECOND} is live at ${site.url}: promoted in \\d+\\.\\d s$`)),
  ]);
});

test('a rejection is reported with step and reason', async () => {
  const team = sampleTeam(siteSaying(NONE, rejected('2026-01-01T00:00:09Z')));
  await expect(awaitPromotion(team, SECOND, before, never)).rejects.toThrow(
    `${SECOND} was rejected at render-test: Post crashes; what was live stays live`,
  );
});

test.each([
  ['an older rejection', siteSaying(OLD), 'the shell said last, at render-test: Post crashes'],
  ['a pointer that the shell cannot read', siteSaying(rejected('', null)), 'the shell said last, at'],
  ['nothing', siteSaying(NONE), `${FIRST} is live still`],
  ['no answer', siteSaying(), 'nobody answers'],
])('past the deadline it reports %s', async (_, site, reason) => {
  const error = await awaitPromotion(sampleTeam(site), SECOND, before, never, 0).catch(String);
  expect(error).toMatch(/b+ is published, but not live after 0\.\d s: /);
  expect(error).toContain(reason);
});

test('when another version was released meanwhile, the wait ends', async () => {
  const team = sampleTeam(siteSaying(NONE));
  await team.target.write('current.json', Buffer.from('{"version":"cccccccccccc"}'));
  await awaitPromotion(team, SECOND, before, never);
  expect(team.said).toEqual([`cccccccccccc was released meanwhile, and is ingested instead of ${SECOND}`]);
});

test('an interruption ends the wait', async () => {
  const team = sampleTeam(siteSaying(NONE));
  await expect(awaitPromotion(team, SECOND, before, AbortSignal.timeout(50))).rejects.toThrow('abort');
});
