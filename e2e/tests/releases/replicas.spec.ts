import { expect, test } from '../../support/lone-shell';
import { readReleaseReport, untilPromoted } from '../../support/releases';
import { untilPageIsLive, watchOutput } from '../../support/pages';

const NEXT = 'cccccccccccc';
const POLLS_HOURLY = { RELEASE_POLL_MS: '3600000' };

test('a page of one replica gets its files from another replica that trusts the team', async ({
  page,
  lone,
}) => {
  const other = await lone.replica(POLLS_HOURLY);
  await Promise.all([lone.start(), other.start()]);
  const before = await readReleaseReport(other.url);

  lone.teams.blog.release(NEXT);
  await untilPromoted(lone.url, 'blog', NEXT);
  // Like a load balancer: the document from one replica, its files from the other, which has not polled yet.
  await page.route('**/remotes/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: other.url + pathname + search }) });
  });
  const output = watchOutput(page);
  await page.goto(lone.url);
  await untilPageIsLive(page);
  expect(output).toEqual([]);
  expect(await page.locator('meta[name=release-set]').getAttribute('content')).toBe(
    (await readReleaseReport(lone.url)).releaseSet,
  );
  expect((await readReleaseReport(other.url)).releaseSet).toBe(before.releaseSet);

  const stranger = await lone.replica({ ...POLLS_HOURLY, MFE_BLOG_PUBLIC_KEY: lone.teams.home.publicKey });
  await stranger.start();
  const statusFrom = async ({ url }: { readonly url: string }) =>
    (await fetch(`${url}/remotes/blog/${NEXT}/client/remoteEntry.js`)).status;
  expect(await statusFrom(other)).toBe(200);
  expect(await statusFrom(stranger)).toBe(404);
});
