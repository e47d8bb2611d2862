import type { Route } from '@playwright/test';
import { expect, test } from '../../support/test';

test('a visit that begins at home gets its fonts together after the first frame, also beside an extension’s style and with one missing; on its next page they are rules', async ({
  page,
}) => {
  // Extensions add their style before the site's.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('head')) return;
      observer.disconnect();
      document.head.prepend(document.createElement('style'));
    }).observe(document, { childList: true, subtree: true });
  });
  const held: Route[] = [];
  await page.route(/manrope.*woff2/, (route) => {
    held.push(route);
  });
  /** Fonts with files and their states; fallback fonts are local. */
  const fonts = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ family }) => !family.includes('Fallback'))
        .map(({ family, status }) => `${family} ${status}`)
        .sort(),
    );
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect.poll(() => held.length).toBe(1);
  expect(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
  expect(await fonts()).toEqual([]);
  await held[0]?.abort();
  await expect.poll(fonts).toEqual(['Manrope error', 'Unbounded loaded', 'UnboundedFigures loaded']);

  await page.unrouteAll();
  await page.goto('/blog');
  await expect.poll(fonts).toEqual(['Manrope loaded', 'Unbounded loaded', 'UnboundedFigures unloaded']);
});
