import type { Page } from '@playwright/test';
import { LIMITS } from '@vidlunnia/shared/contracts';
import { storedRows } from '../../support/stored-rows';
import { FORM_NAMES, FORMS, payloadOf, sampleValues, uniqueEmail } from '../../support/form-facts';
import { choiceOf, expectNativeValues, fillNative, nativeForm } from '../../support/native-form';
import { expect, test } from '../../support/test';

test.use({ javaScriptEnabled: false });

/** What a stored row bears beside the payload. */
const ROW_EXTRAS = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), created_at: expect.stringMatching(/Z$/) };

for (const name of FORM_NAMES) {
  const spec = FORMS[name];
  const form = (page: Page) => nativeForm(page, name);
  const send = (page: Page) => form(page).getByRole('button', { name: spec.submit }).click();

  test.describe(`the ${name} form`, () => {
    test('has a native choice of all options and native validation', async ({ page }) => {
      await page.goto('/');
      const options = choiceOf(page, name).locator('option');
      await expect(options).toHaveText([spec.choice.placeholder, ...Object.keys(spec.options)]);
      const values = await options.evaluateAll((all) => all.map((option) => option.getAttribute('value')));
      expect(values).toEqual(['', ...Object.values(spec.options)]);
      for (const field of [...spec.required, ...spec.optional]) {
        const control = form(page).locator(`[name="${field}"]`);
        const isRequired = spec.required.some((each) => each === field);
        expect(await control.evaluate((element) => element.hasAttribute('required')), field).toBe(isRequired);
      }
      await expect(form(page).locator('[name="email"]')).toHaveAttribute('type', 'email');
    });

    test('is stored and says so, at the form, under an address that may be opened again', async ({
      page,
      shared,
    }) => {
      const values = sampleValues(name);
      await page.goto('/');
      await fillNative(page, name, values);
      await send(page);
      await expect(page).toHaveURL(`/?sent=${name}#${spec.id}`);
      const note = form(page).getByRole('status').filter({ hasText: spec.success });
      await expect(note).toBeVisible();
      await expect(note).toBeInViewport();
      await expectNativeValues(
        page,
        name,
        Object.fromEntries(Object.keys(values).map((field) => [field, ''])),
      );
      await page.reload();
      await expect(note).toBeVisible();
      const rows = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toEqual([{ ...payloadOf(name, values), ...ROW_EXTRAS }]);
    });

    test('with its optional fields left empty is stored', async ({ page, shared }) => {
      const values = Object.fromEntries(
        Object.entries(sampleValues(name)).filter(([field]) => spec.required.some((each) => each === field)),
      );
      await page.goto('/');
      await fillNative(page, name, values);
      await send(page);
      await expect(form(page).getByText(spec.success)).toBeVisible();
      const rows = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toEqual([{ ...payloadOf(name, values), ...ROW_EXTRAS }]);
    });

    test('with its longest field full, in many lines and all signs, is stored whole', async ({
      page,
      shared,
    }) => {
      const area = Object.keys(spec.areas).join();
      // A line break counts as one sign for `maxlength` and travels as two.
      const text = 'їжак 🦔 & <b> "+%"\n'
        .repeat(LIMITS.message)
        .slice(0, LIMITS.message - 1)
        .concat('ї');
      const values: Record<string, string> = { ...sampleValues(name), [area]: text };
      await page.goto('/');
      await fillNative(page, name, values);
      await expect(form(page).locator(`[name="${area}"]`)).toHaveAttribute(
        'maxlength',
        String(LIMITS.message),
      );
      await send(page);
      await expect(form(page).getByText(spec.success)).toBeVisible();
      const rows = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toEqual([{ ...payloadOf(name, values), ...ROW_EXTRAS }]);
    });

    test('refused by the API comes back with an error text and every value; mended, it is stored once', async ({
      page,
      shared,
    }) => {
      const values: Record<string, string> = { ...sampleValues(name), email: uniqueEmail() };
      await page.goto('/');
      await fillNative(page, name, values);
      // Longer than the API allows, as somebody without `maxlength` could send it.
      const tooLong = 'ї'.repeat(200);
      await form(page)
        .locator('[name="phone"]')
        .evaluate((input, text) => {
          input.removeAttribute('maxlength');
          if (input instanceof HTMLInputElement) input.value = text;
        }, tooLong);
      const answer = page.waitForResponse((response) => response.request().method() === 'POST');
      await send(page);
      expect((await answer).status()).toBe(422);
      const error =
        name === 'contact' ? 'Помилка при відправці повідомлення' : 'Помилка при відправці заявки';
      await expect(form(page).getByRole('alert').filter({ hasText: error })).toBeVisible();
      await expect(form(page).getByRole('alert')).toBeInViewport();
      const typed = { ...payloadOf(name, values), phone: tooLong };
      await expectNativeValues(page, name, typed);
      expect(await storedRows(values['email'] ?? '', spec.table, shared.dataDir)).toEqual([]);

      await form(page)
        .locator('[name="phone"]')
        .fill(values['phone'] ?? '');
      await send(page);
      await expect(form(page).getByText(spec.success)).toBeVisible();
      const rows = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toEqual([{ ...payloadOf(name, values), ...ROW_EXTRAS }]);
    });
  });
}
