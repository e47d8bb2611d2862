import { expectAccessible } from '../../support/accessible';
import { Form, FORM_NAMES, sampleValues } from '../../support/form';
import { softExpect as expect, test } from '../../support/test';
import { ADDRESSES, followLink, openHome, openInside, openPage } from '../../support/pages';
import { holdResponses } from '../../support/requests';
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
      let status = 500;
      await page.route(`**${spec.path}`, (route) => route.fulfill({ status }));
      const held = await holdResponses(page, RegExp(`${spec.path}$`));
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
      await button.click();
      await expect(button).toHaveText(spec.busy);
      await expectAccessible(page, 'a form being sent', formAndToasts);

      held.release();
      await expect(toastsOf(page)).toHaveText(spec.error);
      await expect(form.failureNote).toContainText('Усе, що ви ввели, на місці');
      await expectTree('failed');
      await closeButtons(page).click();
      await expect(toastsOf(page)).toHaveCount(0);

      status = 201;
      await button.click();
      await expect(toastsOf(page)).toHaveText(spec.success);
      await expect(form.successNote).not.toBeEmpty();
      await expectTree('sent');
    });
  }

  test('with a form without scripts, rejected and accepted', async ({ page }) => {
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto('/');
    const contact = new Form(page, 'contact');
    await contact.fill({ ...sampleValues('contact'), phone: '' });
    // Without the browser's validation.
    await contact.element.evaluate((form) => {
      form.setAttribute('novalidate', '');
    });
    await contact.button.click();
    await expect(contact.element.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'a form rejected', CONTACT);

    await page.goto('/?sent=contact#contact-form');
    await expect(contact.successNote).toBeVisible();
    await expectAccessible(page, 'a form accepted', CONTACT);
  });

  for (const [what, files] of [
    ['with the fallbacks of all islands and of a post', '**/remotes/**'],
    ['with the fallbacks of the forms, and with a post loading', '**/remotes/forms/**'],
  ] as const) {
    test(what, async ({ page }) => {
      const retries = page.getByRole('button', { name: 'Спробувати ще раз' });
      await page.route(files, (route) => route.abort());
      await page.route(/\/api\/blog\//, () => undefined);
      await openInside(page);
      await expect(retries.first()).toBeVisible();
      await expectAccessible(page, 'the home page');
      await followLink(page, '/blog/kava-i-chai');
      await expect(retries.or(page.getByText('Завантажуємо статтю…'))).toHaveCount(1);
      await expectAccessible(page, 'a post');
    });
  }
});
