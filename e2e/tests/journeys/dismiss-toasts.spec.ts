import type { Page } from '@playwright/test';
import { tabTo } from '../../support/keyboard';
import { afterNextFrame } from '../../support/next-frame';
import { swipe } from '../../support/swipe';
import { expect, test } from '../../support/test';
import { closeButtons, openForToasts, toastsOf } from '../../support/toasts';

const swipeBy = (px: number, ms: number) => (page: Page) => swipe(toastsOf(page), { px, ms });

const WAYS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'its close button': (page) => closeButtons(page).click(),
  'its close button, reached by Tab': async (page) => {
    await tabTo(closeButtons(page));
    await page.keyboard.press('Enter');
  },
  'a slow swipe of 45 px': swipeBy(45, 2000),
  'a short flick faster than 0.11 px/ms': swipeBy(15, 100),
};

test('a toast is dismissed by its close button, by the keyboard, by a swipe and by a flick', async ({
  page,
}) => {
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

test.describe('a toast on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('is dismissed by a finger’s swipe, not by a short slow one', async ({ page }) => {
    const callForToasts = await openForToasts(page);
    await callForToasts(1);
    await swipe(toastsOf(page), { px: 40, ms: 2000, by: 'touch' });
    await afterNextFrame(page);
    await expect(toastsOf(page)).toHaveCount(1);
    await swipe(toastsOf(page), { px: 60, ms: 2000, by: 'touch' });
    await expect(toastsOf(page)).toHaveCount(0);
  });
});
