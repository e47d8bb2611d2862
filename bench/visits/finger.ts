import type { CDPSession, Page } from '@playwright/test';

/** Touches an element as a finger does, wherever the page is with its scripts. It has to be in the window. */
export async function tap(page: Page, devtools: CDPSession, selector: string): Promise<void> {
  const point = await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
