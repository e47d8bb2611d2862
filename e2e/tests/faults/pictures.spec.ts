import { FAULTS } from '../../support/requests';
import { expect, test } from '../../support/test';

test('a missing cover leaves its text on a plain background, not the browser’s icon', async ({ page }) => {
  await page.route(/\.(?:svg|png|jpe?g|webp|avif)(?:$|\?)/, FAULTS.lost);
  await page.goto('/');
  await page.locator('section#blog').getByRole('article').first().getByRole('link').click();
  const cover = page.getByRole('article').getByRole('img').first();
  const alt = (await cover.getAttribute('alt')) ?? '';
  expect(alt).not.toBe('');
  const place = () =>
    cover.evaluate((image) => {
      const { content, position, width, height } = getComputedStyle(image, '::after');
      const covers = (length: string, whole: number) => Math.abs(parseFloat(length) - whole) < 1;
      const box = image.getBoundingClientRect();
      return { content, position, covers: covers(width, box.width) && covers(height, box.height) };
    });
  await expect.poll(place).toEqual({ content: `"${alt}"`, position: 'absolute', covers: true });
});
