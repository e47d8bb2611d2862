import type { Page } from '@playwright/test';
import { Form, FORMS, sampleValues } from '../../support/form';
import { afterNextFrame, openHome } from '../../support/pages';
import { expect, test } from '../../support/test';
import { closeButtons, pauseAnimations, toastsOf } from '../../support/toasts';

const { success, error } = FORMS.contact;

const timerElements = (page: Page) => toastsOf(page).locator('[role="progressbar"]');

/** The timers of the visible toasts. Each is an animation whose end closes its toast. */
const timersOf = (page: Page) =>
  timerElements(page).evaluateAll((elements) =>
    elements
      .flatMap((element) => element.getAnimations())
      .map(({ effect, playState: state }) => ({ duration: effect?.getTiming().duration, state })),
  );

/** Moves every toast's timer to a point in time, in milliseconds. */
const passTime = (page: Page, ms: number): Promise<void> =>
  timerElements(page).evaluateAll((elements, time) => {
    for (const timer of elements.flatMap((element) => element.getAnimations())) timer.currentTime = time;
  }, ms);

/**
 * Opens the home page with paused animations and toast timers. Resolves to a function that sends the contact form
 * `count` times with this response, which causes `count` toasts.
 */
async function openForToasts(page: Page): Promise<(count: number, status?: number) => Promise<void>> {
  let status = 500;
  await page.route(`**${FORMS.contact.path}`, (route) => route.fulfill({ status }));
  await pauseAnimations(page);
  await openHome(page);
  const form = new Form(page, 'contact');
  const values = sampleValues('contact');
  return async (count, answer = 500) => {
    status = answer;
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

test('toasts are shown as the specification says (sections 8 and 9)', async ({ page }) => {
  const toasts = toastsOf(page);
  const idsOf = () => toasts.evaluateAll((all) => all.map(({ id }) => id));
  const durations = async () => (await timersOf(page)).map(({ duration }) => duration);
  const states = async () => (await timersOf(page)).map(({ state }) => state);
  const showToasts = await openForToasts(page);

  await test.step('one does not cover the button that caused it, even at the end of the window', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const button = page.locator(`#${FORMS.contact.id}`).getByRole('button', { name: FORMS.contact.submit });
    await button.evaluate((element) => {
      element.scrollIntoView({ block: 'end' });
    });
    await showToasts(1);
    await afterNextFrame(page);
    const [toast, pressed] = [await toasts.boundingBox(), await button.boundingBox()];
    if (!toast || !pressed) throw new Error('A toast and the button were expected');
    const isApart =
      pressed.y + pressed.height <= toast.y ||
      toast.y + toast.height <= pressed.y ||
      pressed.x + pressed.width <= toast.x;
    expect(isApart).toBe(true);
    await closeButtons(page).click();
    await expect(toasts).toHaveCount(0);
  });

  await test.step('at most three are shown at once; another one is shown when one is closed', async () => {
    await showToasts(5);
    await expect(toasts).toHaveCount(3);
    const [closed, ...others] = await idsOf();
    await closeButtons(page).first().click();
    await expect.poll(idsOf).not.toContain(closed);
    await expect(toasts).toHaveCount(3);
    expect((await idsOf()).slice(0, 2)).toEqual(others);
  });

  await test.step('they are 14 px apart at the bottom right, 356 px wide at 1440 px, 328 px wide at 360 px', async () => {
    for (const [width, expected] of [
      [360, 360 - 2 * 16],
      [1440, 356],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await afterNextFrame(page);
      const boxes = await toasts.evaluateAll((all) =>
        all.map((toast) => toast.getBoundingClientRect().toJSON() as DOMRect).sort((a, b) => b.top - a.top),
      );
      let end = 800 - 16;
      for (const box of boxes) {
        expect(box.width).toBeCloseTo(expected, 0);
        expect(box.right).toBeCloseTo(width - 16, 0);
        expect(box.bottom).toBeCloseTo(end, 0);
        end = box.top - 14;
      }
    }
  });

  await test.step('each is shown for 4000 ms, a queued one from when it is shown', async () => {
    const shown = await idsOf();
    expect(await durations()).toEqual([4000, 4000, 4000]);
    await passTime(page, 3999);
    await afterNextFrame(page);
    expect(await idsOf()).toEqual(shown);
    await passTime(page, 4000);
    await expect(toasts).toHaveCount(1);
    expect(shown).not.toContain((await idsOf())[0]);
    expect(await durations()).toEqual([4000]);
  });

  await test.step('one pauses under pointer or focus, and is closed by the keyboard', async () => {
    await expect.poll(states).toEqual(['running']);
    await toasts.hover();
    await expect.poll(states).toEqual(['paused']);
    await page.mouse.move(5, 5);
    await expect.poll(states).toEqual(['running']);
    await closeButtons(page).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(closeButtons(page)).toBeFocused();
    await expect.poll(states).toEqual(['paused']);
    await page.keyboard.press('Enter');
    await expect(toasts).toHaveCount(0);
  });

  await test.step('success is announced politely and once, failure at once', async () => {
    const region = page.getByRole('region', { name: 'Сповіщення' });
    await showToasts(1);
    await expect(region.getByRole('alert')).toHaveText(error);
    await closeButtons(page).click();
    await expect(toasts).toHaveCount(0);
    await showToasts(1, 201);
    await expect(region).toHaveAttribute('aria-live', 'polite');
    await expect(toasts).toHaveText(success);
    // Only the toasts' live region has this text.
    const said = page.locator('[aria-live="polite"], [role="status"], [role="alert"]');
    await expect(said.filter({ hasText: success })).toHaveCount(1);
  });

  await test.step('one is dismissed by a finger’s swipe', async () => {
    const box = await toasts.boundingBox();
    if (!box) throw new Error('The toast is missing');
    const { x, y } = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    const session = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await touch('touchStart', { x, y });
    for (const px of [15, 30, 45, 60]) await touch('touchMove', { x: x + px, y });
    await touch('touchEnd');
    await expect(toasts).toHaveCount(0);
  });
});
