import { storedRows } from '../../support/stored-rows';
import { Form } from '../../support/form';
import { FORM_NAMES, FORMS, payloadOf, sampleValues } from '../../support/form-facts';
import { untilFormIsLive } from '../../support/home-page';
import { holdScripts, untilLive, untilPageIsLive, watchOutput } from '../../support/hydration';
import { choiceOf, expectNativeValues, fillNative, nativeForm } from '../../support/native-form';
import { expect, test } from '../../support/test';
import { toastOf } from '../../support/toasts';

for (const name of FORM_NAMES) {
  const spec = FORMS[name];

  test.describe(`the ${name} form before its script has come`, () => {
    test('keeps what was typed and chosen, and the focus', async ({ page }) => {
      const output = watchOutput(page);
      const values = sampleValues(name);
      const release = await holdScripts(page);
      await page.goto('/', { waitUntil: 'commit' });
      await fillNative(page, name, values);
      await nativeForm(page, name).locator('[name="email"]').focus();
      release();
      await untilFormIsLive(page, spec.id);
      const form = new Form(page, name);
      await expect(form.choice).toHaveValue(values[spec.choice.field] ?? '');
      expect(await form.values()).toEqual(payloadOf(name, values));
      await expect(form.field('email')).toBeFocused();
      expect(output).toEqual([]);
    });

    test('hands the focus from its native choice on to the one that takes its place', async ({ page }) => {
      const release = await holdScripts(page);
      await page.goto('/', { waitUntil: 'commit' });
      await choiceOf(page, name).focus();
      release();
      await untilFormIsLive(page, spec.id);
      await expect(new Form(page, name).choice).toBeFocused();
    });

    test('what was typed and chosen then is sent by the script later, and emptied', async ({
      page,
      shared,
    }) => {
      const values = sampleValues(name);
      const release = await holdScripts(page);
      await page.goto('/', { waitUntil: 'commit' });
      await fillNative(page, name, values);
      release();
      await untilFormIsLive(page, spec.id);
      const form = new Form(page, name);
      await form.button.click();
      await expect(toastOf(page, spec.success)).toBeVisible();
      await expect
        .poll(() => form.values())
        .toEqual(Object.fromEntries(Object.keys(payloadOf(name, {})).map((field) => [field, ''])));
      const rows = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toMatchObject([payloadOf(name, values)]);
    });

    test('is sent natively; refused, it comes back filled in, comes alive in silence and is sent by the script', async ({
      page,
      shared,
    }) => {
      const values = sampleValues(name);
      const tooLong = 'ї'.repeat(200);
      const release = await holdScripts(page);
      await page.goto('/', { waitUntil: 'commit' });
      await fillNative(page, name, values);
      await nativeForm(page, name)
        .locator('[name="phone"]')
        .evaluate((input, text) => {
          if (input instanceof HTMLInputElement) input.value = text;
        }, tooLong);
      await nativeForm(page, name).getByRole('button', { name: spec.submit }).click({ noWaitAfter: true });
      await expect(nativeForm(page, name).getByRole('alert')).toBeVisible();
      await expectNativeValues(page, name, { ...payloadOf(name, values), phone: tooLong });
      const output = watchOutput(page);
      release();
      await untilFormIsLive(page, spec.id);
      await untilPageIsLive(page);
      await expect(page).toHaveURL(`/#${spec.id}`);
      const form = new Form(page, name);
      expect(await form.values()).toEqual({ ...payloadOf(name, values), phone: tooLong });
      await form.field('phone').fill(values['phone'] ?? '');
      await form.button.click();
      await expect(toastOf(page, spec.success)).toBeVisible();
      await expect(form.element.getByRole('alert')).toHaveCount(0);
      const rows = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toMatchObject([payloadOf(name, values)]);
      expect(output).toEqual([]);
    });
  });
}

test('a vacancy’s link followed before its script leads to the form', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page
    .getByRole('link', { name: /^Відгукнутися на вакансію/ })
    .first()
    .click();
  await expect(page.locator('#application-form')).toBeInViewport();
  release();
  await untilLive(page.locator('#application-form'));
});
