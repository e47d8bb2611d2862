import type { Page } from '@playwright/test';
import { holdScripts, isLive, untilLive } from '../../support/hydration';
import { expect, test } from '../../support/test';

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

const ofRemotes = (paths: readonly string[]) => paths.filter((path) => path.startsWith('/remotes/'));

// A key, a press and the pointer over an island are how nearly every other test begins.

/** What a visitor does first anywhere on the page: header and navigation come alive, and nothing of a remote. */
const ANYWHERE: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'turns the wheel': (page) => page.mouse.wheel(0, 100),
  'goes to a section by its address': (page) => page.goto('/#about').then(() => undefined),
};

for (const [what, act] of Object.entries(ANYWHERE)) {
  test(`whoever ${what} has header and navigation made live`, async ({ page }) => {
    const paths = watchCode(page);
    await page.goto('/');
    expect(paths).toEqual([]);
    await act(page);
    await untilLive(page.locator(HEADER));
    expect(ofRemotes(paths)).toEqual([]);
  });
}

/** What a visitor does at an island: it comes alive. */
const AT_THE_FORM: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'scrolls near it': (page) => page.locator('#blog').scrollIntoViewIfNeeded(),
  'puts the focus into it': (page) => page.locator(`${CONTACT} [name="email"]`).focus(),
  'opens its address': (page) => page.goto(`/${CONTACT}`).then(() => undefined),
};

for (const [what, act] of Object.entries(AT_THE_FORM)) {
  test(`whoever ${what} has the form made live, and of other remotes what is near`, async ({ page }) => {
    const paths = watchCode(page);
    await page.goto('/');
    expect(await isLive(page.locator(CONTACT))).toBe(false);
    await act(page);
    await untilLive(page.locator(CONTACT));
    expect(paths.filter((path) => path.startsWith('/remotes/blog/'))).toEqual([]);
  });
}

test('the pointer over what has no behaviour loads nothing', async ({ page }) => {
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

  test('an opened menu stays open, and closes by its button, when its code comes', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Відкрити меню' }).tap();
    release();
    await untilLive(page.locator(HEADER));
    const menu = page.getByRole('dialog', { name: 'Меню' });
    await expect(menu).toBeVisible();
    await menu.getByRole('button', { name: 'Закрити меню' }).tap();
    await expect(menu).toBeHidden();
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

  test('a tap on a link before the router is there is the browser’s own navigation, and happens once', async ({
    page,
  }) => {
    const documents: string[] = [];
    page.on('framenavigated', (frame) => documents.push(frame.url()));
    await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.locator('#blog').getByRole('link').first().tap();
    await expect(page).toHaveURL(/\/blog\/./);
    await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
    expect(documents.length).toBe(2);
  });
});

test('the link of a service pressed before the router is there opens the page anew, and the live form keeps its choice', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Запитати про послугу: Контент-маркетинг' }).click();
  await expect(page).toHaveURL('/?service=content#contact-form');
  const choice = page.locator(`${CONTACT} select`);
  await expect(choice).toHaveValue('content');
  release();
  await untilLive(page.locator(CONTACT));
  await expect(choice).toHaveValue('content');
});
