import type { Page } from '@playwright/test';
import { expect, test } from '../../support/test';
import { closeButtons, openForToasts, toastsOf } from '../../support/toasts';
import { tabTo } from '../../support/pages';

/** Beside the words of the toast, away from its close button. */
async function middleOfToast(page: Page) {
  const box = await toastsOf(page).boundingBox();
  if (!box) throw new Error('There is no toast');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'its close button': (page) => closeButtons(page).click(),
  'its close button, reached by Tab': async (page) => {
    await tabTo(closeButtons(page));
    await page.keyboard.press('Enter');
  },
  'a swipe of 45 px': async (page) => {
    const { x, y } = await middleOfToast(page);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 45, y, { steps: 5 });
    await page.mouse.up();
  },
};

// Shorter and faster swipes: shell/src/toasts/swipe-to-dismiss.test.ts.
test('a toast is dismissed by its close button, by the keyboard and by a swipe', async ({ page }) => {
  const callForToasts = await openForToasts(page);
  for (const [way, dismiss] of Object.entries(WAYS)) {
    await test.step(way, async () => {
      await callForToasts(1);
      await expect(toastsOf(page)).toHaveCount(1);
      await dismiss(page);
      await expect(toastsOf(page)).toHaveCount(0);
    });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a toast is dismissed by a finger’s swipe', async ({ page }) => {
    const callForToasts = await openForToasts(page);
    await callForToasts(1);
    const { x, y } = await middleOfToast(page);
    const session = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x, y });
    for (const px of [15, 30, 45, 60]) await touch('touchMove', { x: x + px, y });
    await touch('touchEnd');
    await expect(toastsOf(page)).toHaveCount(0);
  });
});
