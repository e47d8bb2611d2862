import { fieldsOf } from '@vidlunnia/contracts';
import { Form, FORM_NAMES, payloadOf, requiredFields, sampleValues, STORED } from '../../support/form';
import { openHome, tabTo } from '../../support/pages';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { closeButtons, pauseAnimations, toastOf, toastsOf } from '../../support/toasts';

/** What a form sends with its fields: its token, and the field that only programs fill. */
const PROOF = { token: expect.stringMatching(/^\d+\.[\w-]{43}$/), website: '' };

// Empty fields, longest values and double sending: mfe-forms/src/form/fields.test.tsx, submission.test.tsx.

test('both forms sent by keyboard show a toast, empty their fields, and store one row', async ({
  page,
  shared,
}) => {
  await pauseAnimations(page);
  await openHome(page);
  for (const name of FORM_NAMES) {
    const form = new Form(page, name);
    const { choice, options, path, success, table } = form.spec;
    const values = sampleValues(name);
    await tabTo(form.field('name'));
    await form.untilChoiceIsCombobox();
    for (const [field, { label }] of Object.entries(fieldsOf(name))) {
      const value = values[field] ?? '';
      if (field === choice.field) {
        await expect(form.choice).toBeFocused();
        await page.keyboard.press('Space');
        await expect(form.element.getByRole('listbox')).toBeVisible();
        const steps = Object.keys(options).indexOf(value);
        for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await expect(form.choice).toHaveValue(value);
        await expect(form.choice).toBeFocused();
        // An optional choice has one more stop: the button that clears it.
        if (!requiredFields(name).includes(field)) await page.keyboard.press('Tab');
      } else {
        await expect(form.field(field)).toBeFocused();
        await expect(form.field(field)).toHaveAccessibleName(new RegExp(`^${label}`));
        await page.keyboard.insertText(value);
      }
      await page.keyboard.press('Tab');
    }
    await form.expectValues(values);
    await expect(form.button).toBeFocused();

    const request = page.waitForRequest(`**${path}`);
    await page.keyboard.press('Enter');
    expect((await request).method()).toBe('POST');
    expect((await request).postDataJSON()).toEqual({ ...payloadOf(name, values), ...PROOF });
    await expect(toastOf(page, success)).toHaveText(success);
    expect((await (await request).response())?.status()).toBe(201);

    await expect(form.button).toBeFocused();
    await form.expectValues({});
    await expect(form.choice).toHaveValue('');
    const rows = await storedRows(values['email'] ?? '', table, shared.dataDir);
    expect(rows).toEqual([{ ...payloadOf(name, values), ...STORED }]);
  }

  await test.step('a stored form whose response is lost shows an error and keeps its fields; a retry stores nothing twice and empties the fields', async () => {
    while ((await closeButtons(page).count()) > 0) await closeButtons(page).first().click();
    const form = new Form(page, 'contact');
    const { path, error, success, table } = form.spec;
    const keys: (string | undefined)[] = [];
    await page.route(`**${path}`, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      expect((await route.fetch()).status()).toBe(201);
      return route.abort('connectionreset');
    });
    const values = sampleValues('contact');
    await form.fill(values);
    await form.button.click();
    await expect(toastsOf(page)).toHaveText(error);
    await form.expectValues(values);
    await form.button.click();
    await expect(toastOf(page, success)).toBeVisible();
    await form.expectValues({});
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{32}$/), keys[0]]);
    expect(await storedRows(values['email'] ?? '', table, shared.dataDir)).toHaveLength(1);
  });
});
