import type { Page } from '@playwright/test';
import { holdScripts } from '../../support/requests';
import { expect, test } from '../../support/test';
import { untilFontsAreUsed, untilPageIsLive, watchOutput } from '../../support/pages';

// Every width gets the same HTML, so only the home page with all islands is tested at a large one.
const PAGES = [
  ['the home page', '/', 1440],
  ['the home page after a form was sent', '/?sent=contact#contact-form', 390],
  ['a post', '/blog/kava-i-chai', 390],
] as const;

/** Positions and sizes of islands, forms, labels, buttons and footer, and all text. */
const lookOf = (page: Page) =>
  page.evaluate(() => ({
    boxes: [...document.querySelectorAll('#main > * > *, form, label, form button, footer')].flatMap(
      (element) => {
        const { top, left, width, height } = element.getBoundingClientRect();
        if (width === 0) return [];
        const name = element.id || element.textContent.slice(0, 30);
        return [name, ...[top, left, width, height].map(Math.round)].join(' ');
      },
    ),
    text: document.querySelector('main')?.textContent,
  }));

// Different from the server's, so that dates and prices would change.
test.use({ timezoneId: 'Pacific/Kiritimati', locale: 'ar-EG' });

for (const [name, address, width] of PAGES) {
  test(`${name} hydrates in another time zone and language without output; elements, texts, layout and scroll position are unchanged, at ${String(width)} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 850 });
    const output = watchOutput(page);
    const release = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });
    // After the first paint, all styles are loaded.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await expect(page.getByRole('contentinfo')).toBeAttached();
    const { hash } = new URL(address, 'http://site');
    if (hash !== '') await expect(page.locator(hash)).toBeInViewport();
    await untilFontsAreUsed(page);
    const served = await page.evaluateHandle(() => [...document.querySelectorAll('#root *')]);
    const before = await lookOf(page);
    release();
    await untilPageIsLive(page);
    const lost = (elements: readonly Element[]) =>
      elements.filter((each) => !each.isConnected).map(({ outerHTML }) => outerHTML.slice(0, 80));
    expect(await served.evaluate(lost)).toEqual([]);
    expect(await lookOf(page)).toEqual(before);
    expect(output).toEqual([]);
  });
}
