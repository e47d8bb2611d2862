import { Form, FORM_NAMES, payloadOf, requiredFields, sampleValues } from '../../support/form';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { stopTime, toastOf } from '../../support/toasts';
import { openHome, tabTo } from '../../support/pages';

// The field that only programs fill is no stop: keyboard.spec.ts.

test('both forms are filled and sent without a mouse', async ({ page, shared }) => {
  await stopTime(page);
  await openHome(page);
  for (const name of FORM_NAMES) {
    const form = new Form(page, name);
    const { choice, options, success, table } = form.spec;
    const values = sampleValues(name);
    await tabTo(form.field('name'));
    for (const [field, value] of Object.entries(values)) {
      if (field === choice.field) {
        await expect(form.nativeChoice).toHaveCount(0);
        await expect(form.choice).toBeFocused();
        await page.keyboard.press('Space');
        await expect(form.element.getByRole('listbox')).toBeVisible();
        const steps = Object.keys(options).indexOf(value);
        for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await expect(form.choice).toHaveValue(value);
        await expect(form.choice).toBeFocused();
        // An optional choice that was made can be cleared: its button is one stop more.
        if (!requiredFields(name).includes(field)) await page.keyboard.press('Tab');
      } else {
        await expect(form.field(field)).toBeFocused();
        await page.keyboard.insertText(value);
      }
      await page.keyboard.press('Tab');
    }
    await expect(form.button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toastOf(page, success)).toBeVisible();
    await expect(form.button).toBeFocused();
    const [row] = await storedRows(values['email'] ?? '', table, shared.dataDir);
    expect(row).toMatchObject(payloadOf(name, values));
  }
});
