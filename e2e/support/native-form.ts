import { expect, type Locator, type Page } from '@playwright/test';
import { Form } from './form';
import type { FormName, Values } from './form-facts';

/** A form as the server sends it: every field native. */
export const nativeForm = (page: Page, name: FormName): Locator => new Form(page, name).element;

/** The form's native choice. */
export const choiceOf = (page: Page, name: FormName): Locator => new Form(page, name).nativeChoice;

/** Fills a form that no script has come to yet; the choice is made by its option's label. */
export const fillNative = (page: Page, name: FormName, values: Values): Promise<void> =>
  new Form(page, name).fill(values);

/** Every field of the native form that is named holds what was put in. */
export async function expectNativeValues(page: Page, name: FormName, values: Values): Promise<void> {
  const form = new Form(page, name);
  for (const [field, value] of Object.entries(values)) {
    await expect(form.field(field), field).toHaveValue(value);
  }
}
