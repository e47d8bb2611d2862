import { expectAccessible } from '../../support/accessible';
import { Form, sampleValues } from '../../support/form';
import { openHome, prepareForPicture } from '../../support/pages';
import { drawsLikeStored, packIfUpdated } from '../../support/picture';
import { holdResponses } from '../../support/requests';
import { softExpect as expect, test } from '../../support/test';
import { closeButtons, pauseAnimations, toastsOf } from '../../support/toasts';

// High enough for a whole form.
const HEIGHT = 1800;
test.use({ viewport: { width: 360, height: HEIGHT } });
// Each check takes about a second on an idle machine.
test.describe.configure({ timeout: 300_000 });

test('the forms have their stored trees and pictures and meet WCAG 2.2 A and AA, with their toasts: invalid, filled, being sent, rejected and accepted', async ({
  page,
}) => {
  const [application, form] = [new Form(page, 'application'), new Form(page, 'contact')];
  const { spec, button, element } = form;
  let status = 500;
  await page.route(`**${spec.path}`, (route) => route.fulfill({ status }));
  const held = await holdResponses(page, RegExp(`${spec.path}$`));
  await pauseAnimations(page);
  await openHome(page);
  await prepareForPicture(page);
  const expectToasts = (...texts: readonly string[]) => expect(toastsOf(page)).toHaveText(texts);
  const expectState = ({ spec: { id } }: Form, state: string) =>
    expectAccessible(page, state, `section:has(#${id}), [aria-label="Сповіщення"]`);
  const expectStored = async ({ name, element: own }: Form, state: string) => {
    expect(await own.ariaSnapshot()).toMatchSnapshot(`${name}-${state}-tree.yml`);
    if (!drawsLikeStored()) return;
    await page.mouse.move(0, 0);
    for (const [width, colorScheme] of [
      [1440, 'dark'],
      [360, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.emulateMedia({ colorScheme });
      const picture = `${[name, width, colorScheme, state].join('-')}.webp`;
      await expect(own).toHaveScreenshot(picture);
      await packIfUpdated(picture);
    }
  };

  // The forms differ only in their fields, so one is enough for the other states.
  for (const each of [application, form]) {
    // A form that is half a pixel lower has different edges, and a sticky header makes targets below it small.
    await each.element.evaluate((own) => {
      for (const other of document.querySelectorAll<HTMLElement>('#main > *, footer, #vacancies ul'))
        other.style.display = other.contains(own) ? '' : 'none';
      for (const header of document.querySelectorAll<HTMLElement>('body > * > header'))
        header.style.position = 'static';
    });
    await each.button.click();
    await expect(each.field('name')).toBeFocused();
    await each.untilChoiceIsCombobox();
    await expectState(each, 'invalid');
    await expectStored(each, 'invalid');
  }

  await form.openChoice();
  await expect(element.getByRole('listbox')).toBeVisible();
  await expectState(form, 'a choice’s menu open');
  await page.keyboard.press('Escape');

  // The same in every run.
  const values = { name: 'Олеся Ґжицька', email: 'olesia@example.com' };
  const message = 'Добрий день!\nПродаємо млинці, шукаємо тих, хто їх їсть.';
  await form.fill({ ...sampleValues('contact'), ...values, message });
  await button.click();
  await expect(button).toHaveText(spec.busy);
  await expectState(form, 'being sent');

  held.release();
  await expectToasts(spec.error);
  await expect(form.failureNote).toContainText('Усе, що ви ввели, на місці');
  await expectState(form, 'failed');
  await closeButtons(page).click();
  await expectToasts();
  await expectStored(form, 'failed');

  status = 201;
  await button.click();
  await expectToasts(spec.success);
  await expect(form.successNote).not.toBeEmpty();
  await expectState(form, 'sent');
  await closeButtons(page).click();
  await expectToasts();
  await expectStored(form, 'sent');
});

test('a form without scripts meets WCAG 2.2 A and AA, rejected and accepted', async ({ page }) => {
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
  await expectAccessible(page, 'rejected', '#contact');

  await page.goto('/?sent=contact#contact-form');
  await expect(contact.successNote).toBeVisible();
  await expectAccessible(page, 'accepted', '#contact');
});
