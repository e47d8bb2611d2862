import { fieldsOf } from '@vidlunnia/contracts';
import type { Locator } from '@playwright/test';
import { Form } from '../../support/form';
import {
  FORM_NAMES,
  FORMS,
  payloadOf,
  requiredOf,
  sampleValues,
  PROOF,
  STORED,
  uniqueEmail,
  type FormName,
} from '../../support/form-facts';
import { holdAnswer } from '../../support/held-answer';
import { openHome } from '../../support/home-page';
import { storedRows } from '../../support/stored-rows';
import { expect, test } from '../../support/test';
import { stopTime, toastOf, toastsOf } from '../../support/toasts';

// Nothing here is about motion, and drawing every step of a smooth scroll costs a third of the processor's time.

// Both forms go through the same code (specification, sections 3 to 9): they differ in fields, limits and choices.
// What happens between two presses of the button is tried with one of them.

test('both forms filled by hand and sent: toast, empty fields, a row in the database @core', async ({
  page,
  shared,
}) => {
  await stopTime(page);
  await openHome(page);
  for (const name of FORM_NAMES) {
    const { path, texts, areas, choice, success, table } = FORMS[name];
    const values = sampleValues(name);
    const form = new Form(page, name);
    for (const [field, label] of Object.entries({ ...texts, ...areas })) {
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

test('both forms are stored with the optional fields left empty, and with every field as long as it may be', async ({
  page,
  shared,
}) => {
  await openHome(page);
  for (const name of FORM_NAMES) {
    const { path, choice, options, table } = FORMS[name];
    const form = new Form(page, name);
    const send = async (values: Record<string, string>) => {
      const request = page.waitForRequest(`**${path}`);
      await form.button.click();
      expect((await request).postDataJSON()).toEqual({ ...payloadOf(name, values), ...PROOF });
      await form.expectValues({});
      const rows = await storedRows(values['email'] ?? '', table, shared.dataDir);
      expect(rows).toEqual([{ ...payloadOf(name, values), ...STORED }]);
    };

    const required = requiredOf(name, sampleValues(name));
    await form.fill(required);
    await send(required);

    const long = longestValues(name);
    for (const [field, value] of Object.entries(long)) {
      await expect(form.field(field)).toHaveAttribute('maxlength', String(value.length));
      // Typed as a whole: unlike a script, that is subject to `maxlength`. The last sign is one too many.
      await form.field(field).click();
      await page.keyboard.insertText(`${value}x`);
      await expect(form.field(field)).toHaveValue(value);
    }
    const chosen = Object.keys(options)[2] ?? '';
    await form.choose(chosen);
    await send({ ...long, [choice.field]: chosen });
  }
});

test('a form is busy while it is being sent, and a second press or Enter sends nothing', async ({
  page,
  shared,
}) => {
  const { path, busy, submit, success, table } = FORMS.application;
  const values = sampleValues('application');
  await stopTime(page);
  const held = await holdAnswer(page, new RegExp(`${path}$`));
  await openHome(page);
  const form = new Form(page, 'application');
  await form.fill(values);
  await form.button.dblclick();
  await expect(form.button).toHaveText(busy);
  await expect(form.button).toHaveAttribute('aria-disabled', 'true');
  await form.field('name').press('Enter');
  await form.field('name').press('Enter');
  await form.button.press('Enter');
  await form.button.press('Space');
  await clickWhateverItsState(form.button);
  held.release();
  await expect(toastsOf(page)).toHaveText(success);
  await expect(form.button).toHaveText(submit);
  await expect(form.button).not.toHaveAttribute('aria-disabled', 'true');
  expect(held.requests).toHaveLength(1);
  expect(await storedRows(values['email'] ?? '', table, shared.dataDir)).toHaveLength(1);
});

/** Clicks as a mouse does: `click` would wait until a busy button is free. */
async function clickWhateverItsState(button: Locator) {
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not shown');
  await button.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** A text for every field but the choice, exactly as long as the API takes it. */
function longestValues(name: FormName): Record<string, string> {
  const { required, optional, choice } = FORMS[name];
  const limitOf = (field: string) => fieldsOf(name)[field]?.max ?? 0;
  return Object.fromEntries(
    [...required, ...optional]
      .filter((field) => field !== choice.field)
      .map((field) => [field, field === 'email' ? longEmail(limitOf(field)) : textOf(limitOf(field))]),
  );
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
