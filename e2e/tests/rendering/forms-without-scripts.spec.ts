import { Form, FORM_NAMES, payloadOf, sampleValues, STORED } from '../../support/form';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';

test.use({ javaScriptEnabled: false });

// A rejected form: shell/server/routes/forms.test.ts, mfe-forms/src/form/outcome.test.tsx, journeys/accessibility.spec.ts.

test('both forms are stored once and confirm it, at an address that may be opened again', async ({
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
      expect(rows).toEqual([{ ...payloadOf(name, values), ...STORED }]);
    };
    await page.goto('/');
    await form.fill(values);
    await form.button.click();
    await expectStored();
    await page.reload();
    await expectStored();
  }
});

test('the link of a service opens the contact form with that service chosen; sent, none is', async ({
  page,
  shared,
}) => {
  const form = new Form(page, 'contact');
  const chosen = form.nativeChoice.locator(':checked');
  await page.goto('/');
  await page.getByRole('link', { name: 'Запитати про послугу: Лідогенерація' }).click();
  await expect(form.element).toBeInViewport();
  await expect(chosen).toHaveText('Лідогенерація');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${shared.url}/`);
  const { company: _company, service_type: _chosen, ...values } = sampleValues('contact');
  await form.fill(values);
  await form.button.click();
  await expect(form.element.getByText(form.spec.success)).toBeVisible();
  await expect(chosen).toHaveText(form.spec.choice.placeholder);
  const [row] = await storedRows(values['email'] ?? '', form.spec.table, shared.dataDir);
  expect(row).toMatchObject({ service_type: 'leads' });
});
