import type { Page } from '@playwright/test';
import { Form } from '../../support/form';
import { FORMS, sampleValues } from '../../support/form-facts';
import { expect, test } from '../../support/test';
import { callForToasts, closeButtons, stopTime, toastsOf, twoFrames } from '../../support/toasts';

const { path, success } = FORMS.contact;
const ERROR = 'Помилка при відправці повідомлення';

/** Notes when each toast comes and goes, in the page’s own time. */
const watchToasts = (page: Page) =>
  page.addInitScript(() => {
    const log: { came: number; went?: number }[] = [];
    Object.assign(window, { toastLog: log });
    const known = new Map<Element, { came: number; went?: number }>();
    const look = () => {
      const now = performance.now();
      for (const toast of document.querySelectorAll('section[aria-label="Сповіщення"] [data-in]')) {
        if (known.has(toast)) continue;
        const entry = { came: now };
        known.set(toast, entry);
        log.push(entry);
      }
      for (const [toast, entry] of known) if (!toast.isConnected) entry.went ??= now;
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });

const lifetimes = (page: Page) =>
  page.evaluate(() => {
    const { toastLog } = window as unknown as {
      readonly toastLog: readonly { came: number; went?: number }[];
    };
    return toastLog.map(({ came, went }) => (went === undefined ? null : went - came));
  });

test.describe('toasts (specification, sections 8 and 9)', () => {
  test('are shown for 4000 ms', async ({ page }) => {
    await watchToasts(page);
    await callForToasts(page, 1, 'success');
    await page.mouse.move(5, 5); // a toast under the pointer waits
    await expect(toastsOf(page)).toHaveText(success);
    // A leaving toast loses its role before the page removes it.
    await expect.poll(async () => (await lifetimes(page))[0]).toEqual(expect.any(Number));
    const [shown] = await lifetimes(page);
    expect(shown).toBeGreaterThanOrEqual(3950);
    expect(shown).toBeLessThan(5500);
  });

  test('wait while the pointer or the focus is on them', async ({ page }) => {
    await callForToasts(page, 1);
    const left = () =>
      toastsOf(page).evaluate((toast) =>
        toast
          .getAnimations({ subtree: true })
          .filter((animation) => animation.effect?.getTiming().duration === 4000)
          .map(({ playState }) => playState),
      );
    await expect.poll(left).toEqual(['running']);
    await toastsOf(page).hover();
    await expect.poll(left).toEqual(['paused']);
    await page.mouse.move(5, 5);
    await expect.poll(left).toEqual(['running']);
    await closeButtons(page).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(closeButtons(page)).toBeFocused();
    await expect.poll(left).toEqual(['paused']);
  });

  test('come three at once; the fourth is queued and shown when there is room', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await stopTime(page);
    await callForToasts(page, 4);
    await expect(toastsOf(page)).toHaveCount(3);
    await twoFrames(page);
    await expect(toastsOf(page)).toHaveCount(3);
    const first = await toastsOf(page).first().getAttribute('id');
    await closeButtons(page).first().click();
    await expect(page.locator(`[id="${first ?? ''}"]`)).toHaveCount(0);
    await expect(toastsOf(page)).toHaveCount(3);
    await closeButtons(page).first().click();
    await expect(toastsOf(page)).toHaveCount(2);
  });

  test('queued are shown by themselves, for 4000 ms too', async ({ page }) => {
    await watchToasts(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const time = await stopTime(page);
    await callForToasts(page, 4);
    await page.mouse.move(5, 5);
    await expect(toastsOf(page)).toHaveCount(3);
    expect(await lifetimes(page)).toEqual([null, null, null]);
    await time.goOn();
    await expect.poll(() => lifetimes(page).then(({ length }) => length)).toBe(4);
    await expect
      .poll(async () => (await lifetimes(page))[3], { timeout: 20_000 })
      .toEqual(expect.any(Number));
    const shown = (await lifetimes(page))[3];
    expect(shown).toBeGreaterThanOrEqual(3950);
    expect(shown).toBeLessThan(5500);
  });

  for (const { width, expected } of [
    { width: 1440, expected: 356 },
    { width: 360, expected: 360 - 2 * 16 },
  ]) {
    test(`are ${String(expected)} px wide at ${String(width)} px, 14 px apart, at the bottom right`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await stopTime(page);
      await callForToasts(page, 3);
      await expect(toastsOf(page)).toHaveCount(3);
      const boxes = await toastsOf(page).evaluateAll((toasts) =>
        toasts
          .map((toast) => toast.getBoundingClientRect().toJSON() as DOMRect)
          .sort((a, b) => a.top - b.top),
      );
      const [top, middle, bottom] = boxes;
      if (!top || !middle || !bottom) throw new Error('Three toasts were expected');
      for (const box of boxes) {
        expect(box.width).toBeCloseTo(expected, 0);
        expect(box.right).toBeCloseTo(width - 16, 0);
      }
      expect(middle.top - top.bottom).toBeCloseTo(14, 0);
      expect(bottom.top - middle.bottom).toBeCloseTo(14, 0);
      expect(bottom.bottom).toBeCloseTo(800 - 16, 0);
    });
  }

  test('are announced: politely what succeeded, at once what failed', async ({ page }) => {
    await callForToasts(page, 1, 'success');
    const region = page.getByRole('region', { name: 'Сповіщення' });
    await expect(region).toHaveAttribute('aria-live', 'polite');
    await expect(region.getByRole('status')).toHaveText(success);
    await page.unroute(`**${path}`);
    await page.route(`**${path}`, (route) => route.fulfill({ status: 500 }));
    const form = new Form(page, 'contact');
    await form.fill(sampleValues('contact'));
    await form.button.click();
    await expect(region.getByRole('alert')).toHaveText(ERROR);
  });
});
