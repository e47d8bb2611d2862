import { collectRequests, holdScripts, pathOf } from '../../support/requests';
import { expect, test } from '../../support/test';
import { isLive, scrollTo, untilLive } from '../../support/pages';

const HEADER = '#root > header';
const CONTACT = '#contact-form';

// Nearly every other test begins with a key, a press or the pointer over an island.

test('the pointer over non-interactive parts loads no code; a scroll to the form, or its address, makes only the form live', async ({
  page,
}) => {
  const requests = collectRequests(page);
  const scripts = () => requests.filter((request) => request.resourceType() === 'script').map(pathOf);
  await page.goto('/');
  for (const part of ['#hero', HEADER]) await page.locator(part).hover({ position: { x: 5, y: 5 } });
  expect(scripts()).toEqual([]);
  expect(await isLive(page.locator(CONTACT))).toBe(false);
  await scrollTo(page.locator('#blog'));
  await untilLive(page.locator(CONTACT));

  await page.goto(`/nemaie`);
  await page.goto(`/${CONTACT}`);
  await untilLive(page.locator(CONTACT));
  expect(scripts().filter((path) => path.startsWith('/remotes/blog/'))).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('in a browser without invoker commands, a tap opens the menu before any script has loaded; a tap on its link closes it and leads to the section', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLButtonElement.prototype, 'command');
    });
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    const button = page.getByRole('button', { name: 'Відкрити меню' });
    await button.evaluate((element) => {
      element.removeAttribute('command');
    });
    await button.tap();
    const menu = page.getByRole('dialog', { name: 'Меню' });
    await expect(menu).toBeVisible();
    await menu.getByRole('link', { name: 'Команда' }).tap();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/#team$/);
    release();
    await untilLive(page.locator(HEADER));
    await expect(page.locator('#team')).toBeInViewport();
  });
});
