import { LIMITS } from '@vidlunnia/shared/contracts';
import type { Locator } from '@playwright/test';
import { Form } from '../../support/form';
import { FORM_NAMES, FORMS, payloadOf, sampleValues, uniqueEmail } from '../../support/form-facts';
import { holdAnswer } from '../../support/held-answer';
import { openHome } from '../../support/home-page';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { toastOf, toastsOf } from '../../support/toasts';

/** What a stored row bears beside the payload. */
const ROW_EXTRAS = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), created_at: expect.stringMatching(/Z$/) };

for (const name of FORM_NAMES) {
  const spec = FORMS[name];
  const fields = [...spec.required, ...spec.optional];
  const empty = Object.fromEntries(fields.map((field) => [field, '']));
  const isChoice = (field: string) => field === spec.choice.field;

  test.describe(`the ${name} form (specification, sections 3 to 9)`, () => {
    test('filled by hand and sent: toast, empty fields, a row in the database', async ({ page, shared }) => {
      const values = sampleValues(name);
      await openHome(page);
      const form = new Form(page, name);
      for (const [field, label] of Object.entries({ ...spec.texts, ...spec.areas })) {
        const box = form.element.getByRole('textbox', { name: new RegExp(`^${label}`) });
        await expect(box).toHaveAttribute('name', field);
        await box.click();
        await box.pressSequentially(values[field] ?? '');
      }
      await form.choose(values[spec.choice.field] ?? '');
      expect(await form.values()).toEqual(payloadOf(name, values));

      const request = page.waitForRequest(`**${spec.path}`);
      await form.button.click();
      expect((await request).method()).toBe('POST');
      expect((await request).postDataJSON()).toEqual(payloadOf(name, values));
      await expect(toastOf(page, spec.success)).toHaveText(spec.success);
      expect((await (await request).response())?.status()).toBe(201);

      await expect.poll(() => form.values()).toEqual(empty);
      await expect(form.choice).toHaveValue('');
      const rows = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toEqual([{ ...payloadOf(name, values), ...ROW_EXTRAS }]);
    });

    test('with the optional fields left empty is accepted', async ({ page, shared }) => {
      const values = Object.fromEntries(
        Object.entries(sampleValues(name)).filter(([field]) => spec.required.some((each) => each === field)),
      );
      await openHome(page);
      const form = new Form(page, name);
      await form.fill(values);
      const request = page.waitForRequest(`**${spec.path}`);
      await form.button.click();
      expect((await request).postDataJSON()).toEqual(payloadOf(name, values));
      await expect(toastOf(page, spec.success)).toBeVisible();
      const rows = await storedRows(values['email'] ?? '', spec.table, shared.dataDir);
      expect(rows).toEqual([{ ...payloadOf(name, values), ...ROW_EXTRAS }]);
    });

    test('with every field as long as it may be is stored whole', async ({ page, shared }) => {
      const limitOf: Readonly<Record<string, number>> = LIMITS;
      const long: Record<string, string> = {};
      for (const field of fields) {
        if (isChoice(field)) continue;
        long[field] = field === 'email' ? longEmail(LIMITS.email) : textOf(limitOf[field] ?? 0);
      }
      await openHome(page);
      const form = new Form(page, name);
      for (const [field, value] of Object.entries(long)) {
        await expect(form.field(field)).toHaveAttribute('maxlength', String(limitOf[field]));
        // Typed as a whole: unlike a script, that is subject to `maxlength`. The last sign is one too many.
        await form.field(field).click();
        await page.keyboard.insertText(`${value}x`);
        await expect(form.field(field)).toHaveValue(value);
      }
      const choice = Object.keys(spec.options)[2] ?? '';
      await form.choose(choice);
      await form.button.click();
      await expect(toastsOf(page)).toHaveText(spec.success);
      const rows = await storedRows(long['email'] ?? '', spec.table, shared.dataDir);
      const payload = payloadOf(name, { ...long, [spec.choice.field]: choice });
      expect(rows).toEqual([{ ...payload, ...ROW_EXTRAS }]);
    });

    test('every choice is offered and sent as its value', async ({ page }) => {
      await page.route(`**${spec.path}`, (route) => route.fulfill({ status: 201 }));
      await openHome(page);
      const form = new Form(page, name);
      await form.openChoice();
      await expect(form.element.getByRole('option')).toHaveText(Object.keys(spec.options));
      await page.keyboard.press('Escape');
      for (const [label, value] of Object.entries(spec.options)) {
        await form.fill({ ...sampleValues(name), [spec.choice.field]: label });
        await expect(form.choice).toHaveValue(label);
        const request = page.waitForRequest(`**${spec.path}`);
        await form.button.click();
        expect((await request).postDataJSON()).toMatchObject({ [spec.choice.field]: value });
        await expect.poll(() => form.values()).toEqual(empty);
      }
    });

    test('is busy while it is being sent, and a second press or Enter sends nothing', async ({
      page,
      shared,
    }) => {
      const values = sampleValues(name);
      const held = await holdAnswer(page, new RegExp(`${spec.path}$`));
      await openHome(page);
      const form = new Form(page, name);
      await form.fill(values);
      await form.button.dblclick();
      await expect(form.button).toHaveText(spec.busy);
      await expect(form.button).toHaveAttribute('aria-disabled', 'true');
      await form.field('name').press('Enter');
      await form.field('name').press('Enter');
      await form.button.press('Enter');
      await form.button.press('Space');
      await clickWhateverItsState(form.button);
      held.release();
      await expect(toastsOf(page)).toHaveText(spec.success);
      await expect(form.button).toHaveText(spec.submit);
      await expect(form.button).not.toHaveAttribute('aria-disabled', 'true');
      expect(held.requests).toHaveLength(1);
      expect(await storedRows(values['email'] ?? '', spec.table, shared.dataDir)).toHaveLength(1);
    });

    test('Enter pressed twice at once sends one request', async ({ page, shared }) => {
      const values = sampleValues(name);
      const held = await holdAnswer(page, new RegExp(`${spec.path}$`));
      await openHome(page);
      const form = new Form(page, name);
      await form.fill(values);
      await form.field('name').focus();
      await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
      await expect(form.button).toHaveText(spec.busy);
      held.release();
      await expect(toastsOf(page)).toHaveText(spec.success);
      expect(held.requests).toHaveLength(1);
      expect(await storedRows(values['email'] ?? '', spec.table, shared.dataDir)).toHaveLength(1);
    });

    test('can be sent a second time at once', async ({ page, shared }) => {
      const email = uniqueEmail();
      await openHome(page);
      const form = new Form(page, name);
      for (const sent of [1, 2]) {
        await form.fill({ ...sampleValues(name), email });
        const answer = page.waitForResponse(`**${spec.path}`);
        await form.button.click();
        expect((await answer).status(), String(sent)).toBe(201);
        await expect.poll(() => form.values()).toEqual(empty);
      }
      expect(await storedRows(email, spec.table, shared.dataDir)).toHaveLength(2);
    });
  });
}

/** Clicks as a mouse does: `click` would wait until a busy button is free. */
async function clickWhateverItsState(button: Locator) {
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not shown');
  await button.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Exactly so many characters as browsers count them, UTF-16 units: Cyrillic, and an emoji of two at its start. */
function textOf(length: number): string {
  return `🙂${'їжак '.repeat(length)}`.slice(0, length - 1).concat('ї');
}

/** An address of exactly so many characters that a browser takes for one, and that is nobody else's. */
function longEmail(length: number): string {
  const start = uniqueEmail().replace('@example.com', '@');
  const label = `${'a'.repeat(60)}.`;
  const rest = length - start.length - '.ua'.length;
  return `${start}${label.repeat(5).slice(0, rest - 1)}b.ua`;
}

test('a text of several lines is one cell of the export', async ({ page, shared }) => {
  const message = 'Перший рядок\nДругий рядок';
  const values: Record<string, string> = { ...sampleValues('contact'), message };
  await openHome(page);
  const form = new Form(page, 'contact');
  await form.fill(values);
  await form.button.click();
  await expect(toastOf(page, FORMS.contact.success)).toBeVisible();
  const rows = await storedRows(values['email'] ?? '', 'messages', shared.dataDir);
  expect(rows).toMatchObject([{ message }]);
});
