import { Form } from '../../support/form';
import { FORM_NAMES, FORMS, payloadOf, sampleValues } from '../../support/form-facts';
import { openHome } from '../../support/home-page';
import { storedRows } from '../../support/stored-rows';
import { pressLetters, tabTo } from '../../support/keyboard';
import { expect, test } from '../../support/test';
import { toastOf } from '../../support/toasts';

for (const name of FORM_NAMES) {
  const spec = FORMS[name];

  test(`the ${name} form is filled and sent without a mouse`, async ({ page, shared }) => {
    const values = sampleValues(name);
    await openHome(page);
    const form = new Form(page, name);
    await page.keyboard.press('Tab');
    await tabTo(form.field('name'));
    const order = Object.keys(values);
    for (const field of order) {
      const value = values[field] ?? '';
      if (field === spec.choice.field) {
        await expect(form.choice).toBeFocused();
        await page.keyboard.press('Space');
        await expect(form.element.getByRole('listbox')).toBeVisible();
        const options = Object.keys(spec.options);
        for (let step = 0; step < options.indexOf(value); step++) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await expect(form.choice).toHaveValue(value);
        await expect(form.choice).toBeFocused();
        // An optional choice that was made can be cleared: its button is one stop more.
        if (spec.optional.some((each) => each === field)) await page.keyboard.press('Tab');
      } else {
        await expect(form.field(field)).toBeFocused();
        await page.keyboard.insertText(value);
      }
      await page.keyboard.press('Tab');
    }
    await expect(form.button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toastOf(page, spec.success)).toBeVisible();
    await expect(form.button).toBeFocused();
    const [row] = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
    expect(row).toMatchObject(payloadOf(name, values));
  });

  test(`the ${name} form’s choice is made by type-ahead, left by Escape and passed by Tab`, async ({
    page,
  }) => {
    await openHome(page);
    const form = new Form(page, name);
    const options = Object.keys(spec.options);
    const [first = '', second = ''] = options;
    const third = options[2] ?? '';
    await form.choice.focus();
    await pressLetters(page, second.slice(0, 3).toLowerCase());
    await expect(form.choice).toHaveValue(second);

    await page.keyboard.press('ArrowDown');
    const list = form.element.getByRole('listbox');
    await expect(list.getByRole('option', { selected: true })).toHaveText(second);
    const activeText = () =>
      form.choice.evaluate(
        (input) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent,
      );
    await expect.poll(activeText).toBe(second);
    await page.keyboard.press('ArrowDown');
    await expect.poll(activeText).toBe(third);
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(form.choice).toHaveValue(second);
    await expect(form.choice).toBeFocused();

    await page.keyboard.press('Space');
    await page.keyboard.press('Home');
    await expect.poll(activeText).toBe(first);
    await page.keyboard.press('Tab');
    await expect(list).toHaveCount(0);
    await expect(form.choice).toHaveValue(second);
    await expect(form.choice).not.toBeFocused();
  });
}
