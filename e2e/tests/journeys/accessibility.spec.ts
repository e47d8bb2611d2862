import type { Route } from '@playwright/test';
import { expectAccessible } from '../../support/accessible';
import { Form, FORM_NAMES, sampleValues } from '../../support/form';
import { softExpect as expect, test } from '../../support/test';
import { ADDRESSES, followLink, openHome, openInside, openPage } from '../../support/pages';
import { closeButtons, pauseAnimations, toastsOf } from '../../support/toasts';

const SMALL = { width: 360, height: 740 };
const LARGE = { width: 1440, height: 900 };

const CONTACT = '#contact';

test.use({ viewport: SMALL });
// Each test has many checks, which take about a second each on an idle machine.
test.describe.configure({ timeout: 300_000 });

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test.describe('WCAG 2.2 A and AA are met, in light and dark', () => {
  for (const [name, address] of Object.entries(ADDRESSES)) {
    test(`on ${name}`, async ({ page }) => {
      await openPage(page, address);
      // At 1440 px only the header differs, which all pages share.
      for (const viewport of name === 'home' ? [SMALL, LARGE] : [SMALL]) {
        await page.setViewportSize(viewport);
        await expectAccessible(page, `${String(viewport.width)} px`);
      }
    });
  }

  for (const name of FORM_NAMES) {
    test(`with the ${name} form invalid, filled, being sent, rejected and accepted, with its stored trees and toasts`, async ({
      page,
    }) => {
      const form = new Form(page, name);
      const { spec, button, element } = form;
      let respond: (route: Route) => Promise<void> | undefined = () => undefined;
      await page.route(`**${spec.path}`, (route) => respond(route));
      await pauseAnimations(page);
      await openHome(page);
      // An element half below the sticky header would count as too small.
      await page.getByRole('banner').evaluate((header) => {
        header.style.position = 'static';
      });
      const formAndToasts = `section:has(#${spec.id}), [aria-label="Сповіщення"]`;
      const expectTree = async (state: string) => {
        await expectAccessible(page, state, formAndToasts);
        expect(await element.ariaSnapshot()).toMatchSnapshot(`${name}-${state}-tree.yml`);
      };

      await button.click();
      await expect(form.field('name')).toBeFocused();
      await form.untilChoiceIsCombobox();
      await expectTree('invalid');

      await form.openChoice();
      await expect(element.getByRole('listbox')).toBeVisible();
      await expectAccessible(page, 'a choice’s menu open', formAndToasts);
      await page.keyboard.press('Escape');

      await form.fill({ ...sampleValues(name), email: 'olesia@example.com' });
      const sent = new Promise<Route>((resolve) => {
        respond = (route) => {
          resolve(route);
          return undefined;
        };
      });
      await button.click();
      await expect(button).toHaveText(spec.busy);
      await expectAccessible(page, 'a form being sent', formAndToasts);

      await (await sent).fulfill({ status: 500 });
      await expect(toastsOf(page)).toHaveText(spec.error);
      await expect(form.failureNote).toContainText('Усе, що ви ввели, на місці');
      await expectTree('failed');
      await closeButtons(page).click();
      await expect(toastsOf(page)).toHaveCount(0);

      respond = (route) => route.fulfill({ status: 201 });
      await button.click();
      await expect(toastsOf(page)).toHaveText(spec.success);
      await expect(form.successNote).not.toBeEmpty();
      await expectTree('sent');
    });
  }

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
