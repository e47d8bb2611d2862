import { fieldsOf } from '@vidlunnia/contracts';
import { Form, FORM_NAMES, FORMS, payloadOf, sampleValues, STORED } from '../../support/form';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { stopTime, toastOf } from '../../support/toasts';
import { openHome } from '../../support/pages';

/** What a form sends with its fields: its token, and the field that only programs fill. */
const PROOF = { token: expect.stringMatching(/^\d+\.[\w-]{43}$/), website: '' };

// Fields that are empty or as long as they may be, and forms that are sent twice: mfe-forms/src/form/fields.test.tsx
// and submission/submission.test.tsx.

test('both forms filled by hand and sent: toast, empty fields, a row in the database @core', async ({
  page,
  shared,
}) => {
  await stopTime(page);
  await openHome(page);
  for (const name of FORM_NAMES) {
    const { path, choice, success, table } = FORMS[name];
    const values = sampleValues(name);
    const form = new Form(page, name);
    for (const [field, { label }] of Object.entries(fieldsOf(name))) {
      if (field === choice.field) continue;
      const box = form.element.getByRole('textbox', { name: new RegExp(`^${label}`) });
      await expect(box).toHaveAttribute('name', field);
      await box.click();
      await box.pressSequentially(values[field] ?? '');
    }
    await form.choose(values[choice.field] ?? '');
    await form.expectValues(values);

    const request = page.waitForRequest(`**${path}`);
    await form.button.click();
    expect((await request).method()).toBe('POST');
    expect((await request).postDataJSON()).toEqual({ ...payloadOf(name, values), ...PROOF });
    await expect(toastOf(page, success)).toHaveText(success);
    expect((await (await request).response())?.status()).toBe(201);

    await form.expectValues({});
    await expect(form.choice).toHaveValue('');
    const rows = await storedRows(values['email'] ?? '', table, shared.dataDir);
    expect(rows).toEqual([{ ...payloadOf(name, values), ...STORED }]);
  }
});
