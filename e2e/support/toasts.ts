import { expect, type Locator, type Page } from '@playwright/test';
import { Form } from './form';
import { FORMS, sampleValues } from './form-facts';
import { openHome } from './home-page';

/** The toasts that a visitor sees, whatever their kind. */
export const toastsOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Сповіщення' }).locator('[role="status"], [role="alert"]');

/** The toast with a text. */
export const toastOf = (page: Page, text: string): Locator => toastsOf(page).filter({ hasText: text });

/** The close buttons of the toasts. */
export const closeButtons = (page: Page): Locator =>
  toastsOf(page).getByRole('button', { name: 'Закрити сповіщення' });

/** Sends the contact form so often that as many toasts are called for; the API’s answer is a refusal or not. */
export async function callForToasts(
  page: Page,
  count: number,
  kind: 'success' | 'error' = 'error',
): Promise<void> {
  await page.route(`**${FORMS.contact.path}`, (route) =>
    route.fulfill({ status: kind === 'success' ? 201 : 500 }),
  );
  await openHome(page);
  const form = new Form(page, 'contact');
  await form.fill(sampleValues('contact'));
  // A refused form keeps its values: it can be sent again at once.
  for (let sent = 0; sent < count; sent++) {
    const answer = page.waitForResponse(`**${FORMS.contact.path}`);
    await form.button.click();
    await answer;
    await expect(form.button).toHaveText(FORMS.contact.submit);
  }
  await expect(toastsOf(page).first()).toBeVisible();
}

/** Stops all animations, and with them the time that toasts have left. */
export async function stopTime(page: Page): Promise<{ readonly goOn: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
  return {
    goOn: async () => {
      await session.send('Animation.setPlaybackRate', { playbackRate: 1 });
    },
  };
}

/** Lets the page show what it has done. */
export const twoFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(() => {
            resolve();
          });
        });
      }),
  );
