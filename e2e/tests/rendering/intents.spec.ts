import type { Page } from '@playwright/test';
import { holdScripts } from '../../support/requests';
import { expect, test } from '../../support/test';
import { isLive, untilLive } from '../../support/pages';

const HEADER = '#root > header';
const CONTACT = '#contact-form';

/** Collects the paths of all scripts that a page requests. */
function watchCode(page: Page): readonly string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

// Nearly every other test begins with a key, a press or the pointer over an island.

test('the pointer over parts without behaviour loads nothing; a scroll near the form, or its address, makes the form live, and nothing of the blog', async ({
  page,
}) => {
  const paths = watchCode(page);
  await page.goto('/');
  for (const part of ['#hero', HEADER]) await page.locator(part).hover({ position: { x: 5, y: 5 } });
  expect(paths).toEqual([]);
  expect(await isLive(page.locator(CONTACT))).toBe(false);
  await page.locator('#blog').scrollIntoViewIfNeeded();
  await untilLive(page.locator(CONTACT));

  await page.goto(`/nemaie`);
  await page.goto(`/${CONTACT}`);
  await untilLive(page.locator(CONTACT));
  expect(paths.filter((path) => path.startsWith('/remotes/blog/'))).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tap opens the menu before any script has loaded; a tap on its link closes it and leads to the section', async ({
    page,
  }) => {
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Відкрити меню' }).tap();
    const menu = page.getByRole('dialog', { name: 'Меню' });
    await expect(menu).toBeVisible();
    await menu.getByRole('link', { name: 'Команда' }).tap();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/#team$/);
    release();
    await untilLive(page.locator(HEADER));
    await expect(page.locator('#team')).toBeInViewport();
  });

  test('a browser without invoker commands opens the menu too', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLButtonElement.prototype, 'command');
    });
    await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Відкрити меню' }).evaluate((button) => {
      button.removeAttribute('command');
    });
    await page.getByRole('button', { name: 'Відкрити меню' }).tap();
    await expect(page.getByRole('dialog', { name: 'Меню' })).toBeVisible();
  });
});
