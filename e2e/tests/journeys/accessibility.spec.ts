import type { Route } from '@playwright/test';
import { expectAccessible } from '../../support/accessible';
import { Form, FORMS, sampleValues } from '../../support/form';
import { softExpect as expect, test } from '../../support/test';
import { ADDRESSES, followLink, openHome, openInside, openPage } from '../../support/pages';
import { closeButtons, pauseAnimations, toastsOf } from '../../support/toasts';

const SMALL = { width: 360, height: 740 };
const LARGE = { width: 1440, height: 900 };

const CONTACT = '#contact';
const CONTACT_AND_TOASTS = '#contact, [aria-label="Сповіщення"]';

test.use({ viewport: SMALL });
// Each test has many checks, each of about a second on an idle processor.
test.describe.configure({ timeout: 300_000 });

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test.describe('WCAG 2.2 A and AA are met, in light and dark', () => {
  for (const [name, address] of Object.entries(ADDRESSES)) {
    test(`on ${name}, at 360 and 1440 px`, async ({ page }) => {
      await openPage(page, address);
      for (const viewport of [SMALL, LARGE]) {
        await page.setViewportSize(viewport);
        await expectAccessible(page, `${String(viewport.width)} px`);
      }
    });
  }

  test('with the menu open', async ({ page }) => {
    await openHome(page);
    await page.getByRole('button', { name: 'Відкрити меню' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'the menu open');
  });

  test('with forms being filled, invalid, sent, rejected and accepted, and with toasts', async ({ page }) => {
    let respond: (route: Route) => Promise<void> | undefined = () => undefined;
    await page.route(`**${FORMS.contact.path}`, (route) => respond(route));
    await pauseAnimations(page);
    await openHome(page);
    // An element that the sticky header half covers would count as too small.
    await page.getByRole('banner').evaluate((header) => {
      header.style.position = 'static';
    });
    const contact = new Form(page, 'contact');

    await contact.touchChoice();
    await expectAccessible(page, 'a focused choice', CONTACT);
    await contact.openChoice();
    await expect(contact.element.getByRole('listbox')).toBeVisible();
    await expectAccessible(page, 'a choice’s menu open', CONTACT);
    await page.keyboard.press('Escape');

    await contact.button.click();
    await expect(contact.field('name')).toBeFocused();
    await expectAccessible(page, 'a field invalid', CONTACT);

    await new Form(page, 'application').fill(sampleValues('application'));
    await expectAccessible(page, 'a filled form', '#vacancies');

    await contact.fill(sampleValues('contact'));
    const sent = new Promise<Route>((resolve) => {
      respond = (route) => {
        resolve(route);
        return undefined;
      };
    });
    await contact.button.click();
    await expect(contact.button).toHaveText(FORMS.contact.busy);
    await expectAccessible(page, 'a form being sent', CONTACT);

    await (await sent).fulfill({ status: 500 });
    await expect(toastsOf(page)).toBeVisible();
    await expect(contact.failureNote).toContainText('зателефонуйте');
    await expectAccessible(page, 'a rejected form and its toast', CONTACT_AND_TOASTS);
    await closeButtons(page).click();
    await expect(toastsOf(page)).toHaveCount(0);

    respond = (route) => route.fulfill({ status: 201 });
    await contact.button.click();
    await expect(toastsOf(page)).toHaveText(FORMS.contact.success);
    await expectAccessible(page, 'a toast of success', CONTACT_AND_TOASTS);
  });

  test('with forms without scripts, before sending, rejected and accepted', async ({ page }) => {
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto('/');
    const contact = new Form(page, 'contact');
    await expect(contact.nativeChoice).toBeVisible();
    await expectAccessible(page, 'forms without scripts');

    await contact.fill({ ...sampleValues('contact'), phone: '' });
    await contact.sendUnchecked();
    await expect(contact.element.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'a form rejected', CONTACT);

    await page.goto('/?sent=contact#contact-form');
    await expect(contact.successNote).toBeVisible();
    await expectAccessible(page, 'a form accepted', CONTACT);
  });

  test('with the fallbacks of all islands and of a post', async ({ page }) => {
    await page.route('**/remotes/**', (route) => route.abort());
    await openInside(page);
    await expect(page.getByRole('button', { name: 'Спробувати ще раз' }).first()).toBeVisible();
    await expectAccessible(page, 'islands');
    await followLink(page, '/blog/kava-i-chai');
    await expect(page).toHaveURL('/blog/kava-i-chai');
    await expect(page.getByRole('button', { name: 'Спробувати ще раз' })).toHaveCount(1);
    await expectAccessible(page, 'a post');
  });

  test('with the fallback of a form, and with a post loading', async ({ page }) => {
    await page.route('**/remotes/forms/**', (route) => route.abort());
    await page.route(/\/api\/blog\//, () => undefined);
    await openInside(page);
    const form = page.locator(CONTACT);
    await expect(form.getByRole('button', { name: 'Спробувати ще раз' })).toBeVisible();
    await expectAccessible(page, 'a form’s fallback', CONTACT);
    await followLink(page, '/blog/kava-i-chai');
    await expect(page.getByText('Завантажуємо статтю…')).toBeVisible();
    await expectAccessible(page, 'a post loading');
  });
});
