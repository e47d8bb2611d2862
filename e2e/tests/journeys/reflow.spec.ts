import type { Page } from '@playwright/test';
import { softExpect as expect, test } from '../../support/test';
import { ADDRESSES, afterNextFrame, openHome, openPage, scrollTo } from '../../support/pages';

/** Pixels by which the page can be scrolled sideways. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo({ left: 10_000, behavior: 'instant' });
    return window.scrollX;
  });

/** Texts that a side of the window cuts. */
const cutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, li, dt, dd, label, td, th, a, button, time')]
      // Tables and code can be scrolled.
      .filter((element) => !element.closest('[aria-hidden="true"], dialog:not([open]), table, pre'))
      .filter(
        (element) => element instanceof HTMLElement && element.offsetWidth > 1 && element.offsetHeight > 1,
      )
      .filter((element) => {
        const range = document.createRange();
        const texts = [...element.childNodes].filter((node) => node instanceof Text);
        return texts.some((text) => {
          range.selectNode(text);
          return [...range.getClientRects()].some(
            ({ left, right, width }) => width > 1 && (left < -1 || right > window.innerWidth + 1),
          );
        });
      })
      .map((element) => element.textContent.trim().slice(0, 60)),
  );

/** Words that are broken over two lines, except at a hyphen or in an address. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[\p{L}’]+/gu)) {
        if (text.parentElement?.closest('script, style, [aria-hidden="true"], a[href^="mailto"]')) continue;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });

async function expectToFit(page: Page, size: string): Promise<void> {
  await afterNextFrame(page);
  expect(await cutTexts(page), size).toEqual([]);
  expect(await sideways(page), size).toBe(0);
}

for (const [name, address] of Object.entries(ADDRESSES)) {
  test(`${name} does not scroll sideways and cuts no text: at 320 px, and with double text size at 1280, 640 and 320 px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await openPage(page, address);
    await expectToFit(page, '320 px');
    // The browser's setting, because media queries in `rem` ignore the page's styles.
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    for (const width of [1280, 640, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectToFit(page, `${String(width)} px, double text size`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectToFit(page, '390 px, double text size');
    expect(await brokenWords(page)).toEqual([]);
    // In such a small window, the header scrolls away.
    await page.evaluate(() => {
      window.scrollTo({ top: 2_000, behavior: 'instant' });
    });
    await expect(page.getByRole('banner')).not.toBeInViewport();
  });
}

test('tables in posts show their last column at 360 px', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const address of ['/blog/kava-i-chai', '/blog/slova-na-vahu']) {
    await page.goto(address);
    const last = page.getByRole('article').getByRole('columnheader').last();
    await scrollTo(last);
    await expect(last).toBeInViewport({ ratio: 1 });
  }
});

test('the open menu cuts nothing at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openHome(page);
  await page.getByRole('button', { name: 'Відкрити меню' }).click();
  const dialog = page.getByRole('dialog', { name: 'Меню' });
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await cutTexts(page)).toEqual([]);
});
