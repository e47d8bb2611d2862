import { Form, FORM_NAMES, POSITIONS, sampleValues } from '../../support/form';
import { openHome, prepareForPicture } from '../../support/pages';
import { closeButtons, pauseAnimations, toastsOf } from '../../support/toasts';
import { expect, forBrowserOfPictures, LOOKS, packIfUpdated, test } from './looks';

/** Values that are the same in every run. */
const VALUES = { name: 'Олеся Ґжицька', email: 'olesia@example.com' };
const TEXTS = {
  application: {
    position: POSITIONS[0] ?? '',
    resume_text: 'Вела сторінку «Пекарні».\nЛюблю коментарі, навіть злі.',
  },
  contact: { message: 'Добрий день!\nПродаємо млинці, шукаємо тих, хто їх їсть.' },
};

forBrowserOfPictures();

for (const name of FORM_NAMES) {
  test(`the ${name} form has its stored pictures: each state, at every width, and dark at the largest`, async ({
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
    for (const { width, schemes } of LOOKS) {
      // Pictures of the home page show the forms at this width.
      if (width === 768) continue;
      const expectLook = async (state: string) => {
        await page.mouse.move(0, 0);
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          const picture = `${[name, width, colorScheme, state].join('-')}.webp`;
          await expect(form.element).toHaveScreenshot(picture);
          await packIfUpdated(picture);
        }
      };
      // High enough for the whole form below the sticky header.
      await page.setViewportSize({ width, height: 1800 });
      await pauseAnimations(page);
      // The choice is still native.
      await openHome(page);
      await prepareForPicture(page);
      // A form that is half a pixel lower has different edges.
      await form.element.evaluate((element) => {
        for (const each of document.querySelectorAll<HTMLElement>('#main > *, footer, #vacancies ul'))
          if (!each.contains(element)) each.style.display = 'none';
      });
      await expectLook('empty');

      await form.button.click();
      await expect(form.field('name')).toBeFocused();
      await form.untilChoiceIsCombobox();
      await expectLook('invalid');

      status = 500;
      await form.fill({ ...sampleValues(name), ...VALUES, ...TEXTS[name] });
      await send();
      await expect(form.failureNote).toContainText('Усе, що ви ввели, на місці');
      await expectLook('failed');

      status = 201;
      await send();
      await expect(form.successNote).not.toBeEmpty();
      await expectLook('sent');
    }
  });
}
