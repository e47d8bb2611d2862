import { Form, FORMS, sampleValues } from '../../support/form';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { pauseAnimations } from '../../support/toasts';
import { openHome } from '../../support/pages';

// Forms that are rejected or reach nobody, and what they do then: processes-down.spec.ts, with both.
test('a form is stored but its answer is lost: error toast, fields kept; sent again: stored once, fields emptied', async ({
  page,
  shared,
}) => {
  const { path, error, success, table } = FORMS.contact;
  const values = sampleValues('contact');
  const keys: (string | undefined)[] = [];
  await page.route(`**${path}`, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    expect((await route.fetch()).status()).toBe(201);
    return route.abort('connectionreset');
  });
  await pauseAnimations(page);
  await openHome(page);
  const form = new Form(page, 'contact');
  await form.fill(values);

  await form.button.click();
  await expect(page.getByText(error, { exact: true })).toBeVisible();
  await form.expectValues(values);
  await expect(page.getByText(success, { exact: true })).toHaveCount(0);

  await form.button.click();
  await expect(page.getByText(success, { exact: true })).toBeVisible();
  await form.expectValues({});
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\da-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(await storedRows(values['email'] ?? '', table, shared.dataDir)).toHaveLength(1);
});
