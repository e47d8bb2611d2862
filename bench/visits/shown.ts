import type { Page } from '@playwright/test';
import { until } from './page';

/** Milliseconds since 1970, so that they hold over documents. */
interface Notes {
  shownAt?: number;
}

/** Under this name a page keeps when a finger, a button or a key was last pressed; it outlives the document. */
const PRESSED = 'bench-pressed-at';

/** Has every page note when an element was first on the screen, or a letter in a field, and what was pressed last. */
export async function noteShown(page: Page, selector: string): Promise<void> {
  await page.addInitScript(
    ({ selector, pressed }) => {
      const notes: Notes = {};
      Object.assign(globalThis, { notes });
      const look = () => {
        if (notes.shownAt !== undefined || !document.querySelector(selector)) return;
        // After the frame that has it.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => (notes.shownAt ??= performance.timeOrigin + performance.now());
          port2.postMessage(null);
        });
      };
      const notePress = ({ timeStamp }: Event) => {
        if (notes.shownAt === undefined)
          sessionStorage.setItem(pressed, String(performance.timeOrigin + timeStamp));
      };
      addEventListener('pointerup', notePress, true);
      addEventListener('keydown', notePress, true);
      addEventListener('input', look, true);
      new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        attributeFilter: ['open'],
      });
    },
    { selector, pressed: PRESSED },
  );
}

/** Waits until the element is on the screen. Resolves to the milliseconds since the last press. */
export async function untilShown(page: Page): Promise<number> {
  const shownAt = await until(page, () => (globalThis as unknown as { notes: Notes }).notes.shownAt);
  return (
    shownAt - (await page.evaluate((pressed) => Number(sessionStorage.getItem(pressed) ?? NaN), PRESSED))
  );
}
