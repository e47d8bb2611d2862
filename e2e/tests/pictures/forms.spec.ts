import { Form, FORM_NAMES } from '../../support/form';
import { openHome, settle, untilLive } from '../../support/pages';
import { POSITIONS, putStandIns } from '../../support/stand-ins';
import { closeButtons, stopTime, toastsOf } from '../../support/toasts';
import { expect, forBrowserOfPictures, SCHEMES, test, WIDTHS } from './looks';

const PERSON = { name: 'Олеся Ґжицька', email: 'olesia@example.com', phone: '+380 43 123 45 67' };
const VALUES = {
  application: {
    ...PERSON,
    city: 'Кам’янець-Подільський',
    position: POSITIONS[0] ?? '',
    resume_text: 'Вела сторінку «Пекарні».\nЛюблю коментарі, навіть злі.',
  },
  contact: {
    ...PERSON,
    company: 'ТОВ «Млинці, та й годі»',
    service_type: 'Лідогенерація',
    message: 'Добрий день!\nПродаємо млинці, шукаємо тих, хто їх їсть.',
  },
};

forBrowserOfPictures();

for (const name of FORM_NAMES) {
  test(`the ${name} form looks as before in each of its states, at every width, in light and dark`, async ({
    page,
  }) => {
    let status = 500;
    const form = new Form(page, name);
    await page.route(`**${form.spec.path}`, (route) => route.fulfill({ status }));
    const send = async () => {
      await form.button.click();
      await closeButtons(page).click();
      await expect(toastsOf(page)).toHaveCount(0);
    };
    for (const width of WIDTHS) {
      const expectLook = async (state: string) => {
        await page.mouse.move(0, 0);
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          const picture = [name, width, colorScheme, state].join('-');
          await expect(form.element).toHaveScreenshot(`${picture}.webp`);
        }
      };
      // High enough for the whole form below the header, which stays.
      await page.setViewportSize({ width, height: 1800 });
      await stopTime(page);
      // As it comes: `empty`, its choice native.
      await openHome(page);
      await settle(page);
      await leaveAlone(form);
      await expectLook('empty');

      await form.button.click();
      await expect(form.field('name')).toBeFocused();
      await expectLook('invalid');

      status = 500;
      await form.fill(VALUES[name]);
      await send();
      await expect(form.element.getByRole('status').last()).toContainText('Усе, що ви ввели, на місці');
      if (name === 'application') {
        // The form is in a section that would be rendered anew if it were hydrated after them.
        await untilLive(page.locator('[data-island="home/Vacancies"] > *').first());
        await putStandIns(page);
      }
      await expectLook('failed');

      status = 201;
      await send();
      await expect(form.element.getByRole('status').first()).not.toBeEmpty();
      await expectLook('sent');
    }
  });
}

/** Takes away the rest of the page, the vacancies beside the form too: a form that stands half a pixel lower has other edges. */
const leaveAlone = ({ element }: Form) =>
  element.evaluate((form) => {
    for (const each of document.querySelectorAll<HTMLElement>('#main > *, footer, #vacancies ul')) {
      if (!each.contains(form)) each.style.display = 'none';
    }
  });
