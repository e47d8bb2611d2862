import { Form, FORM_NAMES, payloadOf, sampleValues } from '../../support/form';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';

test.use({ javaScriptEnabled: false });

// A rejected form: routes/forms.test.ts, form/outcome.test.tsx, journeys/accessibility.spec.ts. A service chosen by a
// link: shell/server/requests.test.ts, mfe-forms/src/contact-form/contact-form.test.tsx.

test('both forms are stored once, and confirmed at an address that is safe to reload', async ({
  page,
  shared,
}) => {
  for (const name of FORM_NAMES) {
    const form = new Form(page, name);
    const { spec, element } = form;
    const note = element.getByText(spec.success);
    const values = sampleValues(name);
    const expectStored = async () => {
      await expect(page).toHaveURL(`/?sent=${name}#${spec.id}`);
      await expect(note).toBeVisible();
      await expect(note).toBeInViewport();
      await form.expectValues({});
      const rows = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toMatchObject([payloadOf(name, values)]);
    };
    await page.goto('/');
    await form.fill(values);
    await form.button.click();
    await expectStored();
    await page.reload();
    await expectStored();
  }
});
