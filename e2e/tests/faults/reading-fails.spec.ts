import { FAULTS } from '../../support/requests';
import { expect, test } from '../../support/test';
import { openInside } from '../../support/pages';
import { passDeadlines } from './page-clock';

// Lists that fail: processes-down.spec.ts and shell/src/islands/lifecycle.test.ts.
// Specification, section 8: «Single post fails to load: logged, then the page shows 'Стаття не знайдена'».
test('a post hangs: «Стаття не знайдена», one line is logged', async ({ page }) => {
  await page.clock.install();
  // The site's own log: the browser logs failed requests too.
  const log: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      log.push(message.text());
  });
  page.on('pageerror', (error) => log.push(error.message));
  await page.route('**/api/blog/*', FAULTS.hanging);
  const asked = page.waitForRequest('**/api/blog/*');
  await openInside(page, '/blog/kava-i-chai');
  // Its code is there: what is late from here on are its data.
  await asked;
  await expect(page.getByRole('status').filter({ hasText: 'Завантажуємо статтю…' })).toBeVisible();
  await passDeadlines(page, () => log.length > 0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Стаття не знайдена');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(log).toEqual([expect.stringMatching(/^blog\/Post could not be loaded/)]);
});
