import type { CDPSession, Locator, Page } from '@playwright/test';

/** What has the focus, and how it looks. */
export interface Stop {
  /** The part of the page that it is in, then its role, name, states and description as assistive software gets them. */
  readonly line: string;
  /** Whether it differs in outline, border, shadow or ground from how it looks without the focus. */
  readonly seen: boolean;
  /** Whether its middle stands inside the window, not below the header (WCAG 2.4.11). */
  readonly inWindow: boolean;
}

/** Presses Tab until the focus leaves the page; gives every stop. */
export async function tabThrough(page: Page, limit = 200): Promise<Stop[]> {
  const session = await page.context().newCDPSession(page);
  const stops: Stop[] = [];
  while (stops.length < limit) {
    await page.keyboard.press('Tab');
    // A select becomes a combobox when its code has arrived: only that end is the same in each run.
    await page.waitForFunction(() => document.activeElement?.localName !== 'select');
    const look = await lookOfFocus(page);
    if (!look) {
      await session.detach();
      return stops;
    }
    const { part, seen, inWindow } = look;
    stops.push({ line: `${part}: ${await wordsOfFocus(session)}`, seen, inWindow });
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

/** Properties of a node that a visitor hears. */
const STATES = new Set(['required', 'invalid', 'expanded', 'hasPopup', 'checked', 'disabled']);

/** Role, name, states and description of what has the focus, in the browser's own accessibility tree. */
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

interface Look extends Omit<Stop, 'line'> {
  /** Id of the nearest part of the page: a section, or the header, footer or dialog. */
  readonly part: string;
}

const lookOfFocus = (page: Page): Promise<Look | null> =>
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
    const part = element.closest('section[id], header, footer, dialog');
    const middle = document.elementFromPoint(left + width / 2, top + height / 2);
    const inWindow =
      middle !== null && middle.closest('body > * > header') === element.closest('body > * > header');
    const focused = look();
    element.blur();
    const plain = look();
    element.focus({ preventScroll: true });
    return { part: part ? part.id || part.localName : 'page', seen: focused !== plain, inWindow };
  });
