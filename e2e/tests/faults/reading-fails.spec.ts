import type { Page } from '@playwright/test';
import { FAULTS } from '../../support/requests';
import { expect, test } from '../../support/test';
import { openInside } from '../../support/visit';
import { expectWholeHome } from './home-islands';
import { passDeadlines } from './page-clock';

/** What the site itself logs; the browser logs failed requests beside it. */
function watchLog(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      lines.push(message.text());
  });
  page.on('pageerror', (error) => lines.push(error.message));
  return lines;
}

// Specification, section 8: «Services or blog list fails to load: logged only; the lists stay empty; nothing is shown».
test('services and posts fail: the lists are empty, nothing is said, a line is logged for each', async ({
  page,
}) => {
  const log = watchLog(page);
  await page.route('**/api/services', FAULTS.failing);
  await page.route('**/api/blog?limit=3', FAULTS.lost);
  await openInside(page);
  await expectWholeHome(page);
  for (const id of ['services', 'blog']) {
    const section = page.locator(`section#${id}`);
    await expect(section.getByRole('listitem').or(section.getByRole('article'))).toHaveCount(0);
    await expect(section.getByRole('alert').or(section.getByRole('button'))).toHaveCount(0);
  }
  await expect
    .poll(() => log.toSorted())
    .toEqual([
      expect.stringMatching(/^blog\/Teaser could not be loaded/),
      expect.stringMatching(/^home\/Services could not be loaded/),
    ]);
});

// Specification, section 8: «Single post fails to load: logged, then the page shows 'Стаття не знайдена'».
test('a post hangs: «Стаття не знайдена», one line is logged', async ({ page }) => {
  await page.clock.install();
  const log = watchLog(page);
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
