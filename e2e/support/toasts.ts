import type { Locator, Page } from '@playwright/test';

/** All visible toasts. */
export const toastsOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Сповіщення' }).locator('[data-in]');

/** The toast with a text. */
export const toastOf = (page: Page, text: string): Locator => toastsOf(page).filter({ hasText: text });

/** The close buttons of the toasts. */
export const closeButtons = (page: Page): Locator =>
  toastsOf(page).getByRole('button', { name: 'Закрити сповіщення' });

/** Pauses all animations, including the toasts' timers, so that no toast ends before a test has seen it. */
export async function pauseAnimations(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
}
