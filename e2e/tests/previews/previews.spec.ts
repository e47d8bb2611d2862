import { expectAccessible } from '../../support/accessible';
import { readReleaseReport, untilPromoted } from '../../support/releases';
import { expect, test } from '../../support/test';
import { untilLinksAreLive, watchOutput } from '../../support/pages';

test('candidates of blog and forms are previewed together below an accessible banner, and promoted one at a time', async ({
  page,
  lone,
}) => {
  const { teams, url } = lone;
  const output = watchOutput(page);
  const banner = page.getByRole('complementary', { name: 'Показ до випуску' });
  const before = (await readReleaseReport(url)).remotes['forms']?.live?.version;

  const blog = await teams.blog.publishCandidate(url, (_, text) => text.replaceAll('Назад', 'Далі'));
  await page.goto(blog.link);
  await expect(page).toHaveURL(`${url}/`);
  await expect(banner).toContainText(blog.version);
  const forms = await teams.forms.publishCandidate(url);
  await page.goto(forms.link);
  await expect(banner.getByRole('listitem')).toHaveText([
    RegExp(`^blog.${blog.version}`),
    RegExp(`^forms.${forms.version}`),
  ]);

  // A page that the browser renders has the candidate's code too, below the same banner.
  await untilLinksAreLive(page);
  await page.locator('#blog').getByRole('link').first().click();
  await expect(page.getByRole('link', { name: 'Далі' }).first()).toBeVisible();
  await expect(banner).toBeVisible();
  expect(output).toEqual([]);

  await teams.blog.promote(blog.version);
  await untilPromoted(url, 'blog', blog.version);
  expect((await readReleaseReport(url)).remotes['forms']).toMatchObject({ live: { version: before } });
  await page.goto(url);
  await expect(banner.getByRole('listitem')).toHaveCount(2);

  await test.step('the banner fits every width, is accessible, and does not move the sticky header', async () => {
    for (const width of [360, 1440]) {
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

  await teams.forms.promote(forms.version);
  await untilPromoted(url, 'forms', forms.version);
  await banner.getByRole('button', { name: 'Завершити показ' }).click();
  await expect(page).toHaveURL(`${url}/`);
  await expect(banner).toHaveCount(0);
});
