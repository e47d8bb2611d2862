import { setTimeout as pause } from 'node:timers/promises';
import { RELEASE_REPORT_PATH } from '@vidlunnia/releases/release';
import { shareShell } from '../../support/lone-shell';
import { DECISION, readReleaseReport, untilPromoted } from '../../support/releases';
import { expect, test } from '../../support/test';
import { untilLinksAreLive, untilPageIsLive, watchOutput } from '../../support/pages';

const lone = shareShell();

const POLLS_HOURLY = { RELEASE_POLL_MS: '3600000' };

test('another replica that trusts the team serves the files of a replica’s page', async ({ page }) => {
  const { replica, teams, url } = lone();
  const version = 'aaaaaaaaaaaa';
  const strange = { ...POLLS_HOURLY, MFE_BLOG_PUBLIC_KEY: teams.home.publicKey };
  const [other, stranger] = await Promise.all([replica(POLLS_HOURLY), replica(strange)]);
  const before = await readReleaseReport(other.url);

  await teams.blog.release(version);
  await untilPromoted(url, 'blog', version);
  // Like a load balancer, gets the document from one replica, and its files from another, which has not polled yet.
  await page.route('**/remotes/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: other.url + pathname + search }) });
  });
  const output = watchOutput(page);
  await page.goto(url);
  await untilPageIsLive(page);
  expect(output).toEqual([]);
  const { releaseSet } = await readReleaseReport(url);
  await expect(page.locator('meta[name=release-set]')).toHaveAttribute('content', releaseSet);
  expect((await readReleaseReport(other.url)).releaseSet).toBe(before.releaseSet);

  const statusFrom = async (replicaUrl: string) =>
    (await fetch(`${replicaUrl}/remotes/blog/${version}/client/remoteEntry.js`)).status;
  expect([await statusFrom(other.url), await statusFrom(stranger.url)]).toEqual([200, 404]);
});

// Other harmful code: platform/engine/server/render/render-test.test.ts.
const HARMS = [
  [
    'throw new Error("A fault of the test");',
    /blog\/Teaser could not be rendered: A fault of the test \(mfe-blog\/src\/teaser\/teaser\.tsx:\d+\)/,
  ],
  ['for (;;);', /was not rendered in 3000 ms: blog\/Teaser was being rendered/],
] as const;

const inTeaser = (harm: string) => (name: string, text: string) =>
  /^server\/teaser\..*\.js$/.test(name) ? text.replace(/function Teaser\(.*\{/, `$&${harm}`) : text;

/** Milliseconds between two pages of a visitor, so that reading leaves processor time. */
const READING_MS = 20;
const VISITORS = 4;

test('two teams release while visitors read and a third origin is down: faulty code is rejected with its reason, the next release is promoted, no page fails or mixes releases', async () => {
  const { api, data, teams, url } = lone();
  const problems: string[] = [];
  let isOpen = true;
  let pagesRead = 0;
  const visit = async (address: string, text: string) => {
    while (isOpen) {
      const problem = await readPage(address, text).catch(String);
      pagesRead += 1;
      if (problem !== null) problems.push(problem);
      await pause(READING_MS);
    }
  };
  const visits = Array.from({ length: VISITORS }, () => [
    visit(`${url}/blog/stattia-1-kinets`, 'Вміст stattia-1-kinets'),
    visit(url, 'Уривок stattia-1-kinets'),
  ]).flat();

  await teams.forms.stop();
  for (const [index, [harm, reason]] of HARMS.entries()) {
    const harmful = `b${String(index)}bbbbbbbbbb`;
    await teams.blog.release(harmful, inTeaser(harm));
    const rejection = async () =>
      (await readReleaseReport(url)).remotes['blog']?.rejections.find(({ version }) => version === harmful);
    await expect
      .poll(rejection, DECISION)
      .toMatchObject({ step: 'render-test', reason: expect.stringMatching(reason) });
    const better = `c${String(index)}cccccccccc`;
    await teams.blog.release(better);
    await teams.home.release(better);
    await untilPromoted(url, 'blog', better);
    await untilPromoted(url, 'home', better);
  }
  await expect.poll(() => pagesRead).toBeGreaterThan(50);
  isOpen = false;
  await Promise.all(visits);
  expect(problems).toEqual([]);
  const report = await (await fetch(url + RELEASE_REPORT_PATH)).text();
  for (const secret of [data, teams.blog.origin, teams.blog.publicKey, api.origin])
    expect(report).not.toContain(secret);
});

/** Reads a page, which must have `text`, one release set, and only that set's code. Resolves to the page's fault. */
async function readPage(url: string, text: string): Promise<string | null> {
  const response = await fetch(url);
  const html = await response.text();
  if (response.status !== 200 || !html.includes(text)) return `status ${String(response.status)}`;
  const set = /<meta name="release-set" content="(\w+)">/.exec(html)?.[1];
  const embedded = /"id":"([0-9a-f]{12})"/.exec(html)?.[1];
  if (set === undefined || set !== response.headers.get('x-release-set') || set !== embedded)
    return 'more than one release set';
  const versions = new Map<string, string>();
  for (const [, remote = '', version = ''] of html.matchAll(/\/remotes\/(\w+)\/([0-9a-f]{12})\//g)) {
    if ((versions.get(remote) ?? version) !== version) return `more than one release of ${remote}`;
    versions.set(remote, version);
  }
  return null;
}

test('a tab opened before a release keeps its release, and loads more of it', async ({ page }) => {
  const { teams, url } = lone();
  const before = await teams.blog.current();
  const scripts: string[] = [];
  page.on('request', (request) => {
    const version = /\/remotes\/blog\/(\w+)\/.*post.*\.js/.exec(request.url())?.[1];
    if (version !== undefined) scripts.push(version);
  });
  await page.goto(url);
  const link = page.locator('#blog').getByRole('link').first();
  await expect(link).toBeVisible();
  await untilLinksAreLive(page);
  expect(scripts).toEqual([]);

  for (const version of ['dddddddddddd', 'eeeeeeeeeeee']) {
    await teams.blog.release(version, (_, text) => text.replaceAll('Назад', 'Далі'));
    await untilPromoted(url, 'blog', version);
  }
  // Only the shell's copy remains.
  await teams.blog.stop();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Заголовок stattia/);
  await expect(page.getByText(/^Вміст stattia/)).toBeVisible();
  expect(new Set(scripts)).toEqual(new Set([before]));
});
