import type { Page } from '@playwright/test';
import { holdScripts } from '../../support/requests';
import { expect, test } from '../../support/test';
import { untilPageIsLive, watchOutput } from '../../support/pages';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

// Every width gets the same HTML, so only the home page with all islands is tested at two widths. Missing pages:
// documents/development.spec.ts, with React's development build.
const PAGES = [
  ['the home page', '/', WIDE],
  ['the home page', '/', NARROW],
  ['the home page at a section', '/#team', NARROW],
  ['the home page after a form was sent', '/?sent=contact#contact-form', NARROW],
  ['a post', '/blog/kava-i-chai', NARROW],
] as const;

/** Records every element of the server's HTML. */
const noteElements = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { served: [...document.querySelectorAll('#root *')] });
  });

/** Recorded elements that are no longer in the page. */
const lostElements = (page: Page) =>
  page.evaluate(() => {
    const { served } = window as unknown as { readonly served: readonly Element[] };
    return served.filter((element) => !element.isConnected).map((element) => element.outerHTML.slice(0, 80));
  });

/** Positions and sizes of islands, forms, labels, buttons and footer. */
const boxesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#main > * > *, form, label, form button, footer')].flatMap((element) => {
      const { top, left, width, height } = element.getBoundingClientRect();
      if (width === 0) return [];
      const name = element.id || element.textContent.slice(0, 30);
      return [name, ...[top + window.scrollY, left, width, height].map(Math.round)].join(' ');
    }),
  );

// Different from the server's, so that dates and prices would change.
test.use({ timezoneId: 'Pacific/Kiritimati', locale: 'ar-EG' });

for (const [name, address, viewport] of PAGES) {
  test(`${name} hydrates in another time zone and language without output; elements, texts and layout are unchanged, at ${String(viewport.width)} px`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const output = watchOutput(page);
    const release = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });
    // After the first paint, all styles are loaded.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await noteElements(page);
    const main = page.getByRole('main');
    const before = { boxes: await boxesOf(page), text: await main.textContent() };
    release();
    await untilPageIsLive(page);
    expect(await lostElements(page)).toEqual([]);
    expect({ boxes: await boxesOf(page), text: await main.textContent() }).toEqual(before);
    expect(output).toEqual([]);
  });
}
