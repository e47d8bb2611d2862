import { Form, FORM_NAMES, payloadOf, sampleValues, STORED } from '../../support/form';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';

test.use({ javaScriptEnabled: false });

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

test('a form that the API rejects returns with the wrong field marked and every value; corrected, it is stored once', async ({
  page,
  shared,
}) => {
  const form = new Form(page, 'contact');
  const { element, spec } = form;
  const values: Record<string, string> = sampleValues('contact');
  await page.goto('/');
  await form.fill(values);
  // Longer than the API allows; `maxlength` would prevent it.
  const tooLong = 'ї'.repeat(200);
  await form.field('phone').evaluate((input, text) => {
    input.removeAttribute('maxlength');
    if (input instanceof HTMLInputElement) input.value = text;
  }, tooLong);
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await form.button.click();
  expect((await answer).status()).toBe(422);
  await expect(element.getByRole('alert').filter({ hasText: spec.error })).toBeVisible();
  await expect(element.getByRole('alert')).toBeInViewport();
  await expect(element.getByRole('alert')).toContainText('Виправте поле «Телефон»');
  await expect(form.field('phone')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.field('phone')).toHaveAccessibleDescription(/^Скоротіть до 40/);
  await form.expectValues({ ...values, phone: tooLong });
  expect(await storedRows(values['email'] ?? '', spec.table, shared.dataDir)).toEqual([]);

  await form.field('phone').fill(values['phone'] ?? '');
  await form.button.click();
  await expect(element.getByText(spec.success)).toBeVisible();
  const rows = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
  expect(rows).toEqual([{ ...payloadOf('contact', values), ...STORED }]);
});
