import { expectAccessible } from '../../support/accessible';
import { followLink, openInside, watchOutput } from '../../support/pages';
import { FAULTS } from '../../support/requests';
import { expect, test } from '../../support/test';
import { retryButtons } from './home-islands';

const POST = '/blog/kava-i-chai';

test('a post whose data hangs shows a loading text, then «Стаття не знайдена», and logs one line (specification, sections 4 and 8)', async ({
  page,
}) => {
  await page.clock.install();
  const output = watchOutput(page);
  // The site's own lines; the browser logs failed requests itself.
  const log = () => output.filter((line) => /^(?:error|uncaught): (?!Failed to load resource)/.test(line));
  await page.route('**/api/blog/*', FAULTS.hanging);
  const requested = page.waitForRequest('**/api/blog/*');
  await openInside(page, POST);
  await requested;
  await expect(page.getByRole('status').filter({ hasText: 'Завантажуємо статтю…' })).toBeVisible();
  await expect(async () => {
    await page.clock.fastForward(3_000);
    expect(log()).toEqual([expect.stringMatching(/^error: blog\/Post could not be loaded/)]);
  }).toPass({ intervals: [50] });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Стаття не знайдена');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

// The fallbacks of the forms: processes-down.spec.ts.
test('the fallbacks of all islands and of a post meet WCAG 2.2 A and AA', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.route('**/remotes/**', (route) => route.abort());
  await openInside(page);
  await expect(retryButtons(page).first()).toBeVisible();
  await expectAccessible(page, 'the home page');
  await followLink(page, POST);
  await expect(retryButtons(page)).toHaveCount(1);
  await expectAccessible(page, 'a post');
});

test('a missing cover leaves its text on a plain background, without the browser’s icon', async ({
  page,
}) => {
  await page.route(/\.(?:svg|png|jpe?g|webp|avif)(?:$|\?)/, FAULTS.lost);
  await page.goto(POST);
  const cover = page.getByRole('article').getByRole('img').first();
  const alt = (await cover.getAttribute('alt')) ?? '';
  expect(alt).not.toBe('');
  const background = () =>
    cover.evaluate((image) => {
      const { content, position, width, height } = getComputedStyle(image, '::after');
      const covers = (length: string, whole: number) => Math.abs(parseFloat(length) - whole) < 1;
      const box = image.getBoundingClientRect();
      return { content, position, covers: covers(width, box.width) && covers(height, box.height) };
    });
  await expect.poll(background).toEqual({ content: `"${alt}"`, position: 'absolute', covers: true });
});
