import type { Locator, Page } from '@playwright/test';

/** What has the focus, and how it looks. */
export interface Stop {
  /** Name and words of the element, for reading a failure. */
  readonly name: string;
  /** Id of the nearest part of the page: a section, or the header, footer or dialog. */
  readonly part: string;
  /** Whether it differs in outline, border, shadow or ground from how it looks without the focus. */
  readonly seen: boolean;
  /** Whether its middle stands inside the window, not below the header (WCAG 2.4.11). */
  readonly inWindow: boolean;
}

/** Presses Tab until the focus leaves the page; gives every stop. */
export async function tabThrough(page: Page, limit = 200): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < limit) {
    await page.keyboard.press('Tab');
    const stop = await describeFocus(page);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error(`The focus did not leave the page after ${String(limit)} stops`);
}

/** Presses Tab until an element has the focus, as somebody without a mouse gets there. */
export async function tabTo(target: Locator, limit = 100): Promise<void> {
  const page = target.page();
  for (let presses = 0; presses < limit; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead there: ${target.toString()}`);
}

/** Presses the keys of letters of any script; `keyboard.type` inserts those that are on no US keyboard without keys. */
export async function pressLetters(page: Page, letters: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const key of letters) {
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  }
  await session.detach();
}

const describeFocus = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const look = () => {
      // A field’s frame may be drawn around it, a card’s on what covers it.
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
    const name = (
      element.getAttribute('aria-label') ??
      element.getAttribute('name') ??
      element.innerText
    ).trim();
    const part = element.closest('section[id], header, footer, dialog');
    const middle = document.elementFromPoint(left + width / 2, top + height / 2);
    const inWindow =
      middle !== null && middle.closest('body > * > header') === element.closest('body > * > header');
    const focused = look();
    element.blur();
    const plain = look();
    element.focus({ preventScroll: true });
    return { name, part: part ? part.id || part.localName : 'page', seen: focused !== plain, inWindow };
  });
