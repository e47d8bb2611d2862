import type { Page } from '@playwright/test';
import { holdScripts } from '../../support/requests';
import { expect, test } from '../../support/test';
import { isLive, untilLive } from '../../support/pages';

const HEADER = '#root > header';
const CONTACT = '#contact-form';

/** Paths of all code that a page asks for. */
function watchCode(page: Page): readonly string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

// A key, a press and the pointer over an island begin nearly every other test; a scroll: shell/src/starter/starter.test.ts.

/** What a visitor does at an island: it comes alive. */
const AT_THE_FORM: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'scrolls near the form': (page) => page.locator('#blog').scrollIntoViewIfNeeded(),
  'opens the form’s address': (page) => page.goto(`/${CONTACT}`).then(() => undefined),
};

for (const [what, act] of Object.entries(AT_THE_FORM)) {
  test(`a visitor who ${what} makes it live, and nothing of the blog`, async ({ page }) => {
    const paths = watchCode(page);
    await page.goto('/');
    expect(await isLive(page.locator(CONTACT))).toBe(false);
    await act(page);
    await untilLive(page.locator(CONTACT));
    expect(paths.filter((path) => path.startsWith('/remotes/blog/'))).toEqual([]);
  });
}

test('the pointer over a part without behaviour loads nothing', async ({ page }) => {
  const paths = watchCode(page);
  await page.goto('/');
  for (const place of ['#hero', HEADER]) await page.locator(place).hover({ position: { x: 5, y: 5 } });
  expect(paths).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tap opens the menu before any script is there, another on a link closes it and leads on', async ({
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
