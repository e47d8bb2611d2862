import type { CDPSession, Page } from '@playwright/test';
import { middleOf } from './page';

/** Touches an element as a finger does, wherever the page is with its scripts. It has to be in the window. */
export async function tap(page: Page, devtools: CDPSession, selector: string): Promise<void> {
  const touchPoints = [await middleOf(page, selector)];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
