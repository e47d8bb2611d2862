import { setTimeout as pause } from 'node:timers/promises';
import { RELEASE_REPORT_PATH } from '@vidlunnia/releases/release';
import { DECISION, readReleaseReport, untilPromoted } from '../../support/releases';
import { expect, test } from '../../support/test';
import { untilLinksAreLive } from '../../support/pages';

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
const READING_MS = 50;

test('two teams release while visitors read and a third origin is down: faulty code is rejected with its reason, the next release is promoted, no page fails or mixes releases', async ({
  lone,
  shared,
}) => {
  const { data, teams, url } = lone;
  const problems: string[] = [];
  let isOpen = true;
  let pagesRead = 0;
  const visit = async (path: string) => {
    while (isOpen) {
      const problem = await readPage(url + path).catch(String);
      pagesRead += 1;
      if (problem !== null) problems.push(problem);
      await pause(READING_MS);
    }
  };
  const visits = ['/', '/blog/kava-i-chai'].map(visit);

  teams.forms.setDown(true);
  for (const [harm, reason] of HARMS) {
    const harmful = await teams.blog.release(inTeaser(harm));
    const rejection = async () =>
      (await readReleaseReport(url)).remotes['blog']?.rejections.find(({ version }) => version === harmful);
    await expect
      .poll(rejection, DECISION)
      .toMatchObject({ step: 'render-test', reason: expect.stringMatching(reason) });
  }
  for (const name of ['blog', 'home'] as const) await untilPromoted(url, name, await teams[name].release());
  await expect.poll(() => pagesRead).toBeGreaterThan(50);
  isOpen = false;
  await Promise.all(visits);
  teams.forms.setDown(false);
  expect(problems).toEqual([]);
  const report = await (await fetch(url + RELEASE_REPORT_PATH)).text();
  for (const secret of [data, teams.blog.origin, teams.blog.publicKey, shared.api])
    expect(report).not.toContain(secret);
});

/** Reads a page, which must have one release set, and only that set's code. Resolves to the page's fault. */
async function readPage(url: string): Promise<string | null> {
  const response = await fetch(url);
  const html = await response.text();
  if (response.status !== 200 || !html.includes('Кава і чай')) return `status ${String(response.status)}`;
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

test('a tab opened before a release keeps its release, and loads more of it', async ({ page, lone }) => {
  const { teams, url } = lone;
  const before = (await readReleaseReport(url)).remotes['blog']?.live?.version;
  const scripts: string[] = [];
  page.on('request', (request) => {
    const version = /\/remotes\/blog\/(\w+)\/.*post.*\.js/.exec(request.url())?.[1];
    if (version !== undefined) scripts.push(version);
  });
  await page.goto(url);
  await untilLinksAreLive(page);
  expect(scripts).toEqual([]);

  for (let each = 0; each < 2; each += 1)
    await untilPromoted(url, 'blog', await teams.blog.release((_, text) => text.replaceAll('Назад', 'Далі')));
  // Only the shell's copy remains.
  teams.blog.setDown(true);
  await page.locator('#blog').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Кава і чай');
  await expect(page.getByRole('link', { name: 'Назад до статей' })).toBeVisible();
  expect(new Set(scripts)).toEqual(new Set([before]));
  teams.blog.setDown(false);
});
