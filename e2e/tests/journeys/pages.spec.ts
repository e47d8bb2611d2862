import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/accessible';
import {
  ADDRESSES,
  afterNextFrame,
  openHome,
  prepareForPicture,
  scrollTo,
  untilHomeIsWhole,
  untilLinksAreLive,
} from '../../support/pages';
import { softExpect as expect, test } from '../../support/test';

const SMALL = { width: 360, height: 740 };
const LARGE = { width: 1440, height: 900 };

// Each test has many checks, which take about a second each on an idle machine.
test.describe.configure({ timeout: 300_000 });

for (const [name, address] of Object.entries(ADDRESSES))
  test(`${name} has its stored accessibility tree, meets WCAG 2.2 A and AA in light and dark, can be used by keyboard, and fits every width and text size`, async ({
    page,
  }) => {
    await page.goto(address);
    await prepareForPicture(page);
    expect(await page.locator('body').ariaSnapshot()).toMatchSnapshot(`${name}-tree.yml`);
    if (name === 'home') await untilHomeIsWhole(page);
    else await untilLinksAreLive(page);
    // At 1440 px only the header differs, which all pages share.
    for (const viewport of name === 'unknown-address' ? [LARGE, SMALL] : [SMALL]) {
      await page.setViewportSize(viewport);
      await expectAccessible(page, `${String(viewport.width)} px`);
      await expectTabToVisitAll(page);
    }
    const skip = page.getByRole('link', { name: 'Перейти до вмісту' });
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    for (const table of await page.getByRole('table').all()) {
      const last = table.getByRole('columnheader').last();
      await scrollTo(last);
      await expect(last, 'the last column of a table').toBeInViewport({ ratio: 1 });
    }
    await expectToFit(page, 320, 'normal text');
    // The browser's setting, because media queries in `rem` ignore the page's styles.
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    for (const width of [1280, 640, 320, 390]) await expectToFit(page, width, 'double text size');
    expect(await brokenWords(page)).toEqual([]);
    // In such a small window, the header scrolls away.
    await page.evaluate(() => {
      window.scrollTo({ top: 2_000, behavior: 'instant' });
    });
    await expect(page.getByRole('banner')).not.toBeInViewport();
  });

// Not in menu.spec.ts, because it also runs on sites with other contact details.
test('the menu of a small screen has its stored tree, closed and open, and cuts nothing at 320 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openHome(page);
  await untilLinksAreLive(page);
  expect(await page.getByRole('banner').ariaSnapshot()).toMatchSnapshot('menu-closed-tree.yml');
  await page.getByRole('button', { name: 'Відкрити меню' }).click();
  const menu = page.getByRole('dialog', { name: 'Меню' });
  await expect(menu.getByRole('link', { name: 'Про нас' })).toBeFocused();
  expect(await menu.ariaSnapshot()).toMatchSnapshot('menu-open-tree.yml');
  expect(await menu.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await cutTexts(page)).toEqual([]);
});

/** Elements that a visitor can use, except those of the closed menu, and those of forms that only a mouse needs. */
const MISSED =
  ':is(a[href], button, input, select, textarea, summary, [tabindex="0"]):visible:not(dialog *, form [tabindex="-1"], [data-visited])';

/** Expects that Tab visits every element, and that each looks focused and is visible. */
async function expectTabToVisitAll(page: Page): Promise<void> {
  const looks: NonNullable<Awaited<ReturnType<typeof lookOfFocus>>>[] = [];
  await page.locator('[data-visited]').evaluateAll((all) => {
    for (const each of all) each.removeAttribute('data-visited');
  });
  // Between hero and footer, the header of the home page has a call to action.
  await page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight / 2);
  });
  await afterNextFrame(page);
  for (;;) {
    await page.keyboard.press('Tab');
    // The select of the first focused form becomes a combobox when its code arrives.
    await page.waitForFunction(() => !document.activeElement?.closest('form')?.querySelector('select'));
    const look = await lookOfFocus(page);
    if (!look || looks.length === 200) break;
    looks.push(look);
  }
  expect(looks.filter(({ isSeen, inWindow }) => !isSeen || !inWindow)).toEqual([]);
  const outlines = (all: readonly Element[]) => all.map(({ outerHTML }) => outerHTML.slice(0, 120));
  expect(await page.locator(MISSED).evaluateAll(outlines)).toEqual([]);
}

/**
 * The focused element; whether the focus changes outline, border, shadow or background; whether the element's middle,
 * or a tall field's first line, is visible below the header (WCAG 2.4.11).
 */
const lookOfFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const readStyles = () => {
      // A parent may draw a field's focus, a pseudo-element a card's.
      const drawn = [element, element.parentElement, element.parentElement?.parentElement];
      return drawn
        .flatMap((each) =>
          each ? [null, '::before', '::after'].map((pseudo) => getComputedStyle(each, pseudo)) : [],
        )
        .map(({ outlineStyle, outlineWidth, outlineColor, borderColor, boxShadow, backgroundColor }) =>
          [
            outlineStyle === 'none' ? '' : outlineWidth + outlineColor,
            borderColor,
            boxShadow,
            backgroundColor,
          ].join(),
        )
        .join(';');
    };
    const { top, left, width, height } = element.getBoundingClientRect();
    const middle = document.elementFromPoint(left + width / 2, top + Math.min(height, 60) / 2);
    const inWindow =
      middle !== null && middle.closest('body > * > header') === element.closest('body > * > header');
    const focused = readStyles();
    element.blur();
    const plain = readStyles();
    element.focus({ preventScroll: true });
    element.setAttribute('data-visited', '');
    return { element: element.outerHTML.slice(0, 120), isSeen: focused !== plain, inWindow };
  });

/** Expects that the page cannot be scrolled sideways, and that no side of the window cuts a text. */
async function expectToFit(page: Page, width: number, size: string): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await afterNextFrame(page);
  expect(await cutTexts(page), `${size}, ${String(width)} px`).toEqual([]);
  const sideways = await page.evaluate(() => {
    window.scrollTo({ left: 10_000, behavior: 'instant' });
    return window.scrollX;
  });
  expect(sideways, `${size}, ${String(width)} px`).toBe(0);
}

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
