import { swipe } from '../../support/swipe';
import { expect, test } from '../../support/test';
import { callForToasts, closeButtons, stopTime, toastsOf, twoFrames } from '../../support/toasts';

test.describe('a toast is dismissed', () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await stopTime(page);
  });

  test('by its close button', async ({ page }) => {
    await callForToasts(page, 1);
    await closeButtons(page).click();
    await expect(toastsOf(page)).toHaveCount(0);
  });

  test('by its close button, from the keyboard', async ({ page }) => {
    await callForToasts(page, 1);
    await closeButtons(page).focus();
    await page.keyboard.press('Enter');
    await expect(toastsOf(page)).toHaveCount(0);
  });

  for (const px of [45, -45, 200]) {
    test(`by a slow swipe of ${String(px)} px`, async ({ page }) => {
      await callForToasts(page, 1);
      await swipe(toastsOf(page), { px, ms: 2000 });
      await expect(toastsOf(page)).toHaveCount(0);
    });
  }

  test('by a short flick faster than 0.11 px/ms', async ({ page }) => {
    await callForToasts(page, 1);
    await swipe(toastsOf(page), { px: 15, ms: 100 });
    await expect(toastsOf(page)).toHaveCount(0);
  });

  test('not by a short slow drag, after which it is back in its place', async ({ page }) => {
    await callForToasts(page, 1);
    const before = await toastsOf(page).boundingBox();
    await swipe(toastsOf(page), { px: 44, ms: 2000 });
    await twoFrames(page);
    await expect(toastsOf(page)).toHaveCount(1);
    await swipe(toastsOf(page), { px: 10, ms: 100 });
    await twoFrames(page);
    await expect(toastsOf(page)).toHaveCount(1);
    expect(await toastsOf(page).boundingBox()).toEqual(before);
    await swipe(toastsOf(page), { px: 46, ms: 2000 });
    await expect(toastsOf(page)).toHaveCount(0);
  });

  test('one of three, and the others stay', async ({ page }) => {
    await callForToasts(page, 3);
    const ids = await toastsOf(page).evaluateAll((toasts) => toasts.map(({ id }) => id));
    await swipe(toastsOf(page).nth(1), { px: 120, ms: 300 });
    await expect(toastsOf(page)).toHaveCount(2);
    expect(await toastsOf(page).evaluateAll((toasts) => toasts.map(({ id }) => id))).toEqual([
      ids[0],
      ids[2],
    ]);
  });
});

test.describe('a toast on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('is dismissed by a finger’s swipe, not by a short slow one', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await stopTime(page);
    await callForToasts(page, 1);
    await swipe(toastsOf(page), { px: 40, ms: 2000, by: 'touch' });
    await twoFrames(page);
    await expect(toastsOf(page)).toHaveCount(1);
    await swipe(toastsOf(page), { px: 60, ms: 2000, by: 'touch' });
    await expect(toastsOf(page)).toHaveCount(0);
  });
});
