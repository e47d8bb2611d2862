import { expect, type Locator, type Page } from '@playwright/test';
import { Form, FORMS, sampleValues } from './form';
import { openHome } from './pages';

/** All visible toasts. */
export const toastsOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Сповіщення' }).locator('[data-in]');

/** The toast with a text. */
export const toastOf = (page: Page, text: string): Locator => toastsOf(page).filter({ hasText: text });

/** The close buttons of the toasts. */
export const closeButtons = (page: Page): Locator =>
  toastsOf(page).getByRole('button', { name: 'Закрити сповіщення' });

/** The API's response to a form. */
type Answer = 'accepted' | 'rejected';

/**
 * Opens the home page with paused animations and toast timers. Resolves to a function that sends the contact form
 * `count` times, which causes `count` toasts.
 */
export async function openForToasts(page: Page): Promise<(count: number, answer?: Answer) => Promise<void>> {
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
    // A toast under the pointer would wait.
    await page.mouse.move(5, 5);
    await expect(toastsOf(page).first()).toBeVisible();
  };
}

/** Pauses all animations, which are also the timers of toasts, so that no toast ends before a test has seen it. */
export async function pauseAnimations(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
}
