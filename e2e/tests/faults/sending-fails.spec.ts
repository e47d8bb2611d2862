import { FAULTS, type Fault } from '../../support/faults';
import { Form } from '../../support/form';
import { FORM_NAMES, FORMS, sampleValues, uniqueEmail } from '../../support/form-facts';
import { openHome } from '../../support/home-page';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { stopTime } from '../../support/toasts';

/** The row is stored, the answer lost on its way. */
const answerLost: Fault = async (route) => {
  expect((await route.fetch()).status()).toBe(201);
  await route.abort('connectionreset');
};

// The forms differ in their texts and in their way into the database, not in what they do with a failure: a shell that
// reaches no API is in processes-down.spec.ts, with both.
const WAYS = {
  'is rejected with 500': { names: ['contact'], fault: FAULTS.failing },
  'reaches nobody': { names: ['application'], fault: FAULTS.lost },
  'is stored but its answer is lost': { names: FORM_NAMES, fault: answerLost },
} as const;

for (const [way, { names, fault }] of Object.entries(WAYS)) {
  for (const name of names) {
    test(`the ${name} form ${way}: error toast, fields kept; sent again: stored once, fields emptied`, async ({
      page,
      shared,
    }) => {
      const { path, error, success, table } = FORMS[name];
      const values = sampleValues(name);
      const keys: (string | undefined)[] = [];
      let broken = true;
      await page.route(`**${path}`, async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        if (broken) await fault(route);
        else await route.continue();
      });
      await stopTime(page);
      await openHome(page);
      const form = new Form(page, name);
      await form.fill(values);

      await form.button.click();
      await expect(page.getByText(error, { exact: true })).toBeVisible();
      await form.expectValues(values);
      await expect(page.getByText(success, { exact: true })).toHaveCount(0);

      broken = false;
      await form.button.click();
      await expect(page.getByText(success, { exact: true })).toBeVisible();
      await form.expectValues({});
      expect(keys).toHaveLength(2);
      expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
      expect(keys[1]).toBe(keys[0]);
      expect(await storedRows(values['email'] ?? '', table, shared.dataDir)).toHaveLength(1);
    });
  }
}

test('a form sent twice after success: two submissions, two keys', async ({ page, shared }) => {
  const { path, table } = FORMS.contact;
  const email = uniqueEmail();
  const keys: (string | undefined)[] = [];
  await openHome(page);
  const form = new Form(page, 'contact');
  for (const time of ['first', 'second']) {
    await form.fill({ ...sampleValues('contact'), email });
    const answer = page.waitForResponse(`**${path}`);
    await form.button.click();
    expect((await answer).status(), time).toBe(201);
    keys.push((await answer).request().headers()['idempotency-key']);
    await form.expectValues({});
  }
  expect(new Set(keys).size).toBe(2);
  expect(await storedRows(email, table, shared.dataDir)).toHaveLength(2);
});
