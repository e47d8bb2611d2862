import { expectAccessible } from '../../support/accessible';
import { shareShell } from '../../support/lone-shell';
import { readReleaseReport, untilPromoted } from '../../support/releases';
import { expect, test } from '../../support/test';
import { untilLinksAreLive, watchOutput } from '../../support/pages';

const BLOG = 'cccccccccccc';
const FORMS = 'dddddddddddd';

const shell = shareShell();

// Invalid links, other visitors, the button without scripts, workers that end: platform/engine/server/previews.
test('candidates of blog and forms are previewed together below an accessible banner, and promoted one at a time', async ({
  page,
}) => {
  const { teams, url } = shell();
  const { blog, forms } = teams;
  const output = watchOutput(page);
  const banner = page.getByRole('complementary', { name: 'Показ до випуску' });

  await page.goto(await blog.publishCandidate(url, BLOG, (_, text) => text.replaceAll('Назад', 'Далі')));
  await expect(page).toHaveURL(`${url}/`);
  await expect(banner).toContainText(BLOG);
  await page.goto(await forms.publishCandidate(url, FORMS));
  await expect(banner.getByRole('listitem')).toHaveText([RegExp(`^blog.${BLOG}`), RegExp(`^forms.${FORMS}`)]);

  // A page that the browser renders has the candidate's code too, below the same banner.
  await untilLinksAreLive(page);
  await page.locator('#blog').getByRole('link').first().click();
  await expect(page.getByText(/^Вміст stattia/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Далі' }).first()).toBeVisible();
  await expect(banner).toBeVisible();
  expect(output).toEqual([]);

  await blog.promote(BLOG);
  await untilPromoted(url, 'blog', BLOG);
  const report = await readReleaseReport(url);
  expect(report.remotes['forms']?.live?.version).toBe(await forms.current());
  expect(report.remotes['forms']?.rejections).toEqual([]);
  await page.goto(url);
  await expect(banner.getByRole('listitem')).toHaveCount(2);

  await test.step('the banner fits every width, is accessible, and does not move the sticky header', async () => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page, `${String(width)} px`, '#preview');
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(sideways).toBeLessThanOrEqual(0);
    }
    await page.evaluate(() => {
      scrollTo({ top: 2_000, behavior: 'instant' });
    });
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
  });

  await forms.promote(FORMS);
  await untilPromoted(url, 'forms', FORMS);

  await banner.getByRole('button', { name: 'Завершити показ' }).click();
  await expect(page).toHaveURL(`${url}/`);
  await expect(banner).toHaveCount(0);
});
