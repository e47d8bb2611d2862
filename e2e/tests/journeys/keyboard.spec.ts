import type { CDPSession, Page } from '@playwright/test';
import { softExpect as expect, test } from '../../support/test';
import { ADDRESSES, openPage } from '../../support/pages';

/** Every element that can have the focus. */
const STOPS =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):visible:not([tabindex="-1"], dialog *)';

const LARGE = { width: 1440, height: 900 };
const SMALL = { width: 360, height: 740 };

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

for (const [name, address] of Object.entries(ADDRESSES)) {
  test(`on ${name}, Tab visits the stored elements, all visible; the skip link skips the header`, async ({
    page,
  }) => {
    await openPage(page, address);
    const lines: string[] = [];
    // At 1440 px only the header differs, which all pages share.
    for (const { width, height } of name === 'home' ? [LARGE, SMALL] : [SMALL]) {
      await page.setViewportSize({ width, height });
      const stops = await tabThrough(page);
      const unseen = stops.filter(({ isSeen, inWindow }) => !isSeen || !inWindow);
      expect(unseen, String(width)).toEqual([]);
      // Between hero and footer, the header of the home page has a call to action.
      await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight / 2);
      });
      await expect(page.locator(STOPS), String(width)).toHaveCount(stops.length);
      lines.push(`${String(width)} px`, ...stops.map(({ line }) => line), '');
    }
    expect(lines.join('\n')).toMatchSnapshot(`${name}-by-keyboard.txt`);

    const skip = page.getByRole('link', { name: 'Перейти до вмісту' });
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });
}

/** Presses Tab until the focus leaves the page. Resolves to every focused element. */
async function tabThrough(page: Page) {
  const session = await page.context().newCDPSession(page);
  const stops: (NonNullable<Awaited<ReturnType<typeof lookOfFocus>>> & { readonly line: string })[] = [];
  while (stops.length < 200) {
    await page.keyboard.press('Tab');
    // The select of the first focused form becomes a combobox when its code arrives.
    await page.waitForFunction(() => !document.activeElement?.closest('form')?.querySelector('select'));
    const look = await lookOfFocus(page);
    if (!look) {
      await session.detach();
      return stops;
    }
    stops.push({ ...look, line: `${look.part}: ${await wordsOfFocus(session)}` });
  }
  throw new Error(`The focus did not leave the page after 200 stops`);
}

/** Properties that screen readers announce. */
const STATES = new Set(['required', 'invalid', 'expanded', 'hasPopup', 'checked', 'disabled']);

/** Role, name, states and description of the focused element, from the browser's accessibility tree. */
async function wordsOfFocus(session: CDPSession): Promise<string> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  });
  const [node] = nodes;
  const text = (value: { value?: unknown } | undefined) => {
    const it = value?.value;
    return (typeof it === 'string' || typeof it === 'boolean' ? String(it) : '').replace(/\s+/g, ' ');
  };
  const states = (node?.properties ?? [])
    .filter(({ name, value }) => STATES.has(name) && text(value) !== 'false')
    .map(({ name, value }) => (text(value) === 'true' ? name : `${name} ${text(value)}`));
  const description = text(node?.description);
  return [
    `${text(node?.role)} «${text(node?.name)}»`,
    ...states,
    ...(description ? [`“${description}”`] : []),
  ].join(', ');
}

/**
 * The part of the page that has the focus; whether the focus changes outline, border, shadow or background; whether the
 * element's middle, or a tall field's first line, is visible below the header (WCAG 2.4.11).
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
    const part = element.closest('section[id], header, footer, dialog');
    const middle = document.elementFromPoint(left + width / 2, top + Math.min(height, 60) / 2);
    const inWindow =
      middle !== null && middle.closest('body > * > header') === element.closest('body > * > header');
    const focused = readStyles();
    element.blur();
    const plain = readStyles();
    element.focus({ preventScroll: true });
    return { part: part ? part.id || part.localName : 'page', isSeen: focused !== plain, inWindow };
  });
