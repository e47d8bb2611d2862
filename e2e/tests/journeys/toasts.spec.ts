import type { Page } from '@playwright/test';
import { Form, FORMS, sampleValues } from '../../support/form';
import { afterNextFrame, openHome } from '../../support/pages';
import { expect, test } from '../../support/test';
import { closeButtons, pauseAnimations, toastsOf } from '../../support/toasts';

const { success, error } = FORMS.contact;

interface ToastTimer {
  /** Total milliseconds for which its toast is shown. */
  readonly duration: number;
  readonly state: AnimationPlayState;
}

/** The timers of the visible toasts. Each is an animation whose end closes its toast. */
const timersOf = (page: Page): Promise<ToastTimer[]> =>
  timerElements(page).evaluateAll((elements) =>
    elements
      .flatMap((element) => element.getAnimations())
      .map(({ effect, playState }) => ({
        duration: Number(effect?.getTiming().duration),
        state: playState,
      })),
  );

/** Moves every toast's timer to a point in time, in milliseconds. */
const passTime = (page: Page, ms: number): Promise<void> =>
  timerElements(page).evaluateAll((elements, time) => {
    for (const timer of elements.flatMap((element) => element.getAnimations())) timer.currentTime = time;
  }, ms);

const timerElements = (page: Page) => toastsOf(page).locator('[role="progressbar"]');

/** The API's response to a form. */
type Answer = 'accepted' | 'rejected';

/**
 * Opens the home page with paused animations and toast timers. Resolves to a function that sends the contact form
 * `count` times, which causes `count` toasts.
 */
async function openForToasts(page: Page): Promise<(count: number, answer?: Answer) => Promise<void>> {
  let status = 500;
  await page.route(`**${FORMS.contact.path}`, (route) => route.fulfill({ status }));
  await pauseAnimations(page);
  await openHome(page);
  const form = new Form(page, 'contact');
  const values = sampleValues('contact');
  return async (count, answer = 'rejected') => {
    status = answer === 'accepted' ? 201 : 500;
    // A rejected form keeps its values, so it can be sent again at once.
    if ((await form.field('name').inputValue()) === '') await form.fill(values);
    for (let sent = 0; sent < count; sent++) {
      const response = page.waitForResponse(`**${FORMS.contact.path}`);
      await form.button.click();
      await response;
      await expect(form.button).toHaveText(FORMS.contact.submit);
    }
    // A toast under the pointer would pause.
    await page.mouse.move(5, 5);
    await expect(toastsOf(page).first()).toBeVisible();
  };
}

test.describe('toasts (specification, sections 8 and 9)', () => {
  test('are shown for 4000 ms, at most three at once; a queued fourth is shown later, also for 4000 ms', async ({
    page,
  }) => {
    const toasts = toastsOf(page);
    const idsOf = () => toasts.evaluateAll((all) => all.map(({ id }) => id));
    const showToasts = await openForToasts(page);
    await showToasts(4);
    await expect(toasts).toHaveCount(3);
    await afterNextFrame(page);
    await expect(toasts).toHaveCount(3);
    const first = await idsOf();
    expect((await timersOf(page)).map(({ duration }) => duration)).toEqual([4000, 4000, 4000]);

    await passTime(page, 3999);
    await afterNextFrame(page);
    expect(await idsOf()).toEqual(first);
    await passTime(page, 4000);
    await expect(toasts).toHaveCount(1);
    const queued = await idsOf();
    expect(first).not.toContain(queued[0]);
    await passTime(page, 3999);
    await afterNextFrame(page);
    expect(await idsOf()).toEqual(queued);
    await passTime(page, 4000);
    await expect(toasts).toHaveCount(0);

    await showToasts(4);
    await expect(toasts).toHaveCount(3);
    const [closed, ...others] = await idsOf();
    await closeButtons(page).first().click();
    await expect.poll(idsOf).not.toContain(closed);
    await expect(toasts).toHaveCount(3);
    expect((await idsOf()).slice(0, 2)).toEqual(others);
    await closeButtons(page).first().click();
    await expect(toasts).toHaveCount(2);
  });

  test('pause under pointer or focus, are closed by the keyboard, and are announced once: success politely, failure at once', async ({
    page,
  }) => {
    const region = page.getByRole('region', { name: 'Сповіщення' });
    const states = async () => (await timersOf(page)).map(({ state }) => state);
    const showToasts = await openForToasts(page);
    await showToasts(1, 'accepted');
    await expect(region).toHaveAttribute('aria-live', 'polite');
    await expect(toastsOf(page)).toHaveText(success);
    // Only the toasts' live region has this text.
    const said = page.locator('[aria-live="polite"], [role="status"], [role="alert"]');
    await expect(said.filter({ hasText: success })).toHaveCount(1);

    await expect.poll(states).toEqual(['running']);
    await toastsOf(page).hover();
    await expect.poll(states).toEqual(['paused']);
    await page.mouse.move(5, 5);
    await expect.poll(states).toEqual(['running']);
    await closeButtons(page).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(closeButtons(page)).toBeFocused();
    await expect.poll(states).toEqual(['paused']);
    await page.keyboard.press('Enter');
    await expect(toastsOf(page)).toHaveCount(0);

    await showToasts(1, 'rejected');
    await expect(region.getByRole('alert')).toHaveText(error);
  });

  test('are 14 px apart at the bottom right, 356 px wide at 1440 px, 328 px wide at 360 px', async ({
    page,
  }) => {
    const showToasts = await openForToasts(page);
    await showToasts(3);
    await expect(toastsOf(page)).toHaveCount(3);
    for (const { width, expected } of [
      { width: 1440, expected: 356 },
      { width: 360, expected: 360 - 2 * 16 },
    ]) {
      await page.setViewportSize({ width, height: 800 });
      await afterNextFrame(page);
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
    }
  });

  test('do not cover the button that caused them, even at the end of the window', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const showToasts = await openForToasts(page);
    const button = page.locator(`#${FORMS.contact.id}`).getByRole('button', { name: FORMS.contact.submit });
    for (const answer of ['rejected', 'accepted'] as const) {
      await button.evaluate((element) => {
        element.scrollIntoView({ block: 'end' });
      });
      await showToasts(1, answer);
      await afterNextFrame(page);
      const toast = await toastsOf(page).last().boundingBox();
      const pressed = await button.boundingBox();
      if (!toast || !pressed) throw new Error('A toast and the button were expected');
      const isApart =
        pressed.y + pressed.height <= toast.y ||
        toast.y + toast.height <= pressed.y ||
        pressed.x + pressed.width <= toast.x;
      expect(isApart).toBe(true);
      await closeButtons(page).click();
      await expect(toastsOf(page)).toHaveCount(0);
    }
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

    // Mouse, shorter and faster swipes: shell/src/toasts/swipe-to-dismiss.test.ts.
    test('are dismissed by a finger’s swipe', async ({ page }) => {
      const showToasts = await openForToasts(page);
      await showToasts(1);
      const box = await toastsOf(page).boundingBox();
      if (!box) throw new Error('The toast is missing');
      const { x, y } = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
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
});
