import { expect, test } from '@jest/globals';
import { settle } from './settle';
import { FIRST, SECOND } from './testing/sample-release';
import { sampleTeam } from './testing/sample-team';
import { blogState, liveReleases, startSiteDouble } from './testing/site-double';

const never = new AbortController().signal;
const rejectedAt = (at: string, version = SECOND) =>
  blogState(FIRST, { rejections: [{ version, step: 'render-test', reason: 'Post crashes', at }] });

const before = liveReleases(blogState(FIRST));

test('a version that is ingested is reported with its seconds', async () => {
  const site = await startSiteDouble(blogState(FIRST), blogState(FIRST), blogState(SECOND));
  const team = sampleTeam(site);
  await settle(team, SECOND, before, never);
  expect(team.said).toEqual([
    expect.stringMatching(RegExp(`^${SECOND} is live at ${site.url}: promoted in \\d+\\.\\d s$`)),
  ]);
});

test('a rejection is reported with step and reason', async () => {
  const site = await startSiteDouble(blogState(FIRST), rejectedAt('2026-01-01T00:00:05Z'));
  await expect(settle(sampleTeam(site), SECOND, before, never)).rejects.toThrow(
    `${SECOND} was rejected at render-test: Post crashes; what was live stays live`,
  );
});

test('a rejection of another version, or one of before, is no answer', async () => {
  const old = rejectedAt('2026-01-01T00:00:05Z');
  const site = await startSiteDouble(
    rejectedAt('2026-01-01T00:00:09Z', FIRST),
    old,
    blogState(SECOND, { rejections: old.rejections }),
  );
  await settle(sampleTeam(site), SECOND, liveReleases(old), never);
  expect(site.asked()).toBe(3);
});

test('past the deadline it says what stands in the way', async () => {
  const old = rejectedAt('2026-01-01T00:00:05Z');
  const site = await startSiteDouble(old);
  await expect(settle(sampleTeam(site), SECOND, liveReleases(old), never, 150)).rejects.toThrow(
    /^b+ is published, but not live after 0\.\d s: the shell said last, at render-test: Post crashes$/,
  );
  const unreachable = {
    version: null,
    step: 'discover',
    reason: 'current.json answered 503',
    at: '',
  } as const;
  const lost = await startSiteDouble(blogState(FIRST, { rejections: [unreachable] }));
  await expect(settle(sampleTeam(lost), SECOND, before, never, 0)).rejects.toThrow(
    'current.json answered 503',
  );
  const silent = await startSiteDouble(blogState(FIRST));
  await expect(settle(sampleTeam(silent), SECOND, before, never, 0)).rejects.toThrow(
    `${FIRST} is live still`,
  );
});

test('when another version was released meanwhile, nobody waits for this one', async () => {
  const team = sampleTeam(await startSiteDouble(blogState(FIRST)));
  await team.target.write('current.json', Buffer.from('{"version":"cccccccccccc"}'));
  await settle(team, SECOND, before, never);
  expect(team.said).toEqual([`cccccccccccc was released meanwhile, and is ingested instead of ${SECOND}`]);
});

test('without a site there is nothing to wait for', async () => {
  const site = await startSiteDouble();
  const team = sampleTeam(site);
  await settle(team, SECOND, 'nobody is there', never);
  expect([team.said, site.asked()]).toEqual([['No site runs that would ingest it now: nobody is there'], 0]);
});

test('an interrupted wait ends', async () => {
  const site = await startSiteDouble(blogState(FIRST));
  await expect(settle(sampleTeam(site), SECOND, before, AbortSignal.timeout(50))).rejects.toThrow('abort');
});
