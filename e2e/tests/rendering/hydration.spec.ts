import type { Page } from '@playwright/test';
import { holdScripts, untilPageIsLive, watchOutput } from '../../support/hydration';
import { expect, test } from '../../support/test';

const PAGES = {
  'the home page': '/',
  'the home page with a section named': '/#team',
  'the home page after a form was sent': '/?sent=contact#contact-form',
  'the home page with a query': '/?utm_source=a&utm_medium=b',
  'a post': '/blog/piat-kaviaren',
  'a post with a slash at its end': '/blog/piat-kaviaren/',
  'an unknown post': '/blog/nemaie-takoi',
  'an unknown address': '/nemaie',
} as const;

/** Remembers every element of the page’s content as the server made it. */
const noteElements = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { served: [...document.querySelectorAll('#root *')] });
  });

/** Elements of the server's that are no longer there; a native choice gives way to another one. */
const lostElements = (page: Page) =>
  page.evaluate(() => {
    const { served } = window as unknown as { readonly served: readonly Element[] };
    const choices = served
      .filter((element) => element.localName === 'select')
      .map((each) => each.parentElement);
    return served
      .filter((element) => !element.isConnected && !choices.some((choice) => choice?.contains(element)))
      .map((element) => element.outerHTML.slice(0, 80));
  });

for (const [name, address] of Object.entries(PAGES)) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(`${name} hydrates in silence and keeps every element, at ${String(viewport.width)} px`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      const output = watchOutput(page);
      const release = await holdScripts(page);
      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeAttached();
      await noteElements(page);
      release();
      await untilPageIsLive(page);
      expect(await lostElements(page)).toEqual([]);
      expect(output).toEqual([]);
    });
  }
}

/** Where everything stands that a visitor could aim at. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#main > *, form, label, form button, footer')].map((element) => {
      const { top, left, width, height } = element.getBoundingClientRect();
      const name = element.id || element.textContent.slice(0, 30);
      return [name, ...[top + window.scrollY, left, width, height].map(Math.round)].join(' ');
    }),
  );

for (const width of [1440, 390]) {
  test(`nothing of the home page moves as it comes alive, at ${String(width)} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    // Painted: everything that styles the page has come.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const before = await places(page);
    release();
    await untilPageIsLive(page);
    await expect(page.locator('form select')).toHaveCount(0);
    expect(await places(page)).toEqual(before);
  });
}

for (const [zone, locale] of [
  ['America/Los_Angeles', 'en-US'],
  ['Pacific/Kiritimati', 'ar-EG'],
] as const) {
  test.describe(`a visitor in ${zone} with ${locale}`, () => {
    test.use({ timezoneId: zone, locale });

    test('reads the server’s dates and prices before and after hydration', async ({ page }) => {
      const output = watchOutput(page);
      const release = await holdScripts(page);
      await page.goto('/blog/piat-kaviaren', { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeAttached();
      const before = await page.getByRole('main').textContent();
      release();
      await untilPageIsLive(page);
      expect(await page.getByRole('main').textContent()).toBe(before);
      await page.goto('/');
      await untilPageIsLive(page);
      expect(output).toEqual([]);
    });
  });
}
