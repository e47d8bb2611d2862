import { expect, type Locator, type Page } from '@playwright/test';
import { FORMS, type FormName, type Values } from './form-facts';

/** A form as the server sends it: every field native. */
export const nativeForm = (page: Page, name: FormName): Locator => page.locator(`form#${FORMS[name].id}`);

/** The form's native choice. */
export const choiceOf = (page: Page, name: FormName): Locator =>
  nativeForm(page, name).locator(`select[name="${FORMS[name].choice.field}"]`);

/** Fills a form that no script has come to yet; the choice is made by its option's label. */
export async function fillNative(page: Page, name: FormName, values: Values): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    if (field === FORMS[name].choice.field) await choiceOf(page, name).selectOption({ label: value });
    else await nativeForm(page, name).locator(`[name="${field}"]`).fill(value);
  }
}

/** Every field of the native form holds what was put in, or nothing. */
export async function expectNativeValues(page: Page, name: FormName, values: Values): Promise<void> {
  for (const [field, value] of Object.entries(values)) {
    await expect(nativeForm(page, name).locator(`[name="${field}"]`), field).toHaveValue(value);
  }
}
