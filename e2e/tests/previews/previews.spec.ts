import { expectAccessible } from '../../support/accessible';
import { expect, shareShell } from '../../support/lone-shell';
import { readReleaseReport, untilPromoted } from '../../support/releases';
import { test } from '../../support/test';
import { untilLinksAreLive, watchOutput } from '../../support/pages';

const BLOG = 'cccccccccccc';
const FORMS = 'dddddddddddd';
/** A candidate that is never promoted. */
const OTHER = 'eeeeeeeeeeee';
const OTHER_SITE = 'https://other.example';
const POST = '/blog/stattia-1-kinets';

const shell = shareShell();

/** The responses for visitors without a link, without the headers that differ between requests. */
async function readAsVisitor(site: string): Promise<object[]> {
  const answers = [];
  for (const path of ['/', POST, '/-/release-set']) {
    const { status, headers, body } = await fetch(site + path).then(async (response) => ({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }));
    const { date: _, 'x-request-id': __, ...others } = headers;
    answers.push({ path, status, headers: others, body });
  }
  return answers;
}

test('candidates of blog and forms are previewed together, and promoted one after the other', async ({
  page,
}) => {
  const lone = shell();
  const { blog, forms } = lone.teams;
  const before = await readAsVisitor(lone.url);
  const output = watchOutput(page);
  const band = page.getByRole('complementary', { name: 'Показ до випуску' });

  await page.goto(blog.publishCandidate(lone.url, BLOG, (_, text) => text.replaceAll('Назад', 'Далі')));
  await expect(page).toHaveURL(`${lone.url}/`);
  await expect(band).toContainText(BLOG);
  await page.goto(forms.publishCandidate(lone.url, FORMS));
  await expect(band.getByRole('listitem')).toHaveText([RegExp(`^blog.${BLOG}`), RegExp(`^forms.${FORMS}`)]);

  // A page that the browser renders has the candidate's code too, below the same band.
  await untilLinksAreLive(page);
  await page.locator('#blog').getByRole('link').first().click();
  await expect(page.getByText(/^Вміст stattia/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Далі' }).first()).toBeVisible();
  await expect(band).toBeVisible();
  expect(output).toEqual([]);
  expect(await readAsVisitor(lone.url)).toEqual(before);

  blog.promote(BLOG);
  await untilPromoted(lone.url, 'blog', BLOG);
  const report = await readReleaseReport(lone.url);
  expect(report.remotes['forms']?.live?.version).toBe(forms.current());
  expect(report.remotes['forms']?.rejections).toEqual([]);
  await page.goto(lone.url);
  await expect(band.getByRole('listitem')).toHaveCount(2);
  forms.promote(FORMS);
  await untilPromoted(lone.url, 'forms', FORMS);

  await band.getByRole('button', { name: 'Завершити показ' }).click();
  await expect(page).toHaveURL(`${lone.url}/`);
  await expect(band).toHaveCount(0);
});

test('a preview whose worker is killed continues in a new one; other visitors notice nothing', async ({
  request,
}) => {
  const lone = shell();
  await request.get(lone.teams.blog.publishCandidate(lone.url, OTHER));
  const workers = () => lone.id(`blog/${OTHER}/server`);
  const before = await readAsVisitor(lone.url);
  const killed = workers();
  process.kill(killed, 'SIGKILL');
  const status = async () => (await request.get(lone.url)).status();
  await expect.poll(status).toBe(200);
  expect(workers()).not.toBe(killed);
  expect(await readAsVisitor(lone.url)).toEqual(before);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('the band is shown; an invalid link gets a page with the reason and a link to the live site', async ({
    page,
  }) => {
    const lone = shell();
    const { blog } = lone.teams;
    await page.goto(blog.publishCandidate(lone.url, OTHER));
    await expect(page.locator('main')).toBeVisible();
    await page.getByRole('button', { name: 'Завершити показ' }).click();
    await expect(page.getByRole('complementary', { name: 'Показ до випуску' })).toHaveCount(0);

    const invalid = [
      [blog.publishCandidate(lone.url, OTHER, undefined, -1), 'Час цього показу минув.'],
      // “e” and “d” differ by one bit.
      [
        blog.publishCandidate(lone.url, OTHER).replace('e'.repeat(12), 'd'.padEnd(12, 'e')),
        'Посилання змінене',
      ],
      [
        blog.publishCandidate(OTHER_SITE, OTHER).replace(OTHER_SITE, lone.url),
        'Посилання змінене, з іншого сайту',
      ],
    ] as const;
    for (const [link, words] of invalid) {
      await page.goto(link);
      await expect(page.getByText(words)).toBeVisible();
      await page.getByRole('link', { name: 'На головну' }).click();
      await expect(page.getByRole('banner')).toBeVisible();
    }
  });
});

test('the band fits every width, is accessible, and does not move the sticky header', async ({ page }) => {
  const lone = shell();
  await page.goto(lone.teams.blog.publishCandidate(lone.url, OTHER));
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `${String(width)} px`, '#preview');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
  await page.evaluate(() => {
    scrollTo({ top: 2_000, behavior: 'instant' });
  });
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
});
