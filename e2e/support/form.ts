import type { Locator, Page } from '@playwright/test';
import { FORMS, type FormName, type Values } from './form-facts';

/** One of the page's forms, as a visitor handles it. */
export class Form {
  readonly #spec: (typeof FORMS)[FormName];
  readonly element: Locator;
  readonly choice: Locator;

  constructor(
    readonly page: Page,
    readonly name: FormName,
  ) {
    this.#spec = FORMS[name];
    this.element = page.locator(`#${this.#spec.id}`);
    this.choice = this.element.getByRole('combobox');
  }

  get button(): Locator {
    return this.element.getByRole('button', {
      name: new RegExp(`^(${this.#spec.submit}|${this.#spec.busy})$`),
    });
  }

  /** The element that bears a field's name; for a choice, the one that carries its value. */
  field(field: string): Locator {
    return this.element.locator(`[name="${field}"]`);
  }

  /** Fills fields at once; a choice is made by its option's label. */
  async fill(values: Values): Promise<void> {
    for (const [field, value] of Object.entries(values)) {
      if (field === this.#spec.choice.field) await this.choose(value);
      else await this.field(field).fill(value);
    }
  }

  /** Opens the choice's menu by the mouse, on the words that it shows. */
  async openChoice(): Promise<void> {
    const shown = (await this.choice.inputValue()) || this.#spec.choice.placeholder;
    await this.element.getByText(shown, { exact: true }).click();
  }

  async choose(label: string): Promise<void> {
    await this.openChoice();
    await this.element.getByRole('option', { name: label, exact: true }).click();
  }

  /** Every field's value as the browser would send it. */
  values(): Promise<Record<string, string>> {
    return this.element.evaluate((form) => {
      if (!(form instanceof HTMLFormElement)) throw new Error('This is no form');
      return Object.fromEntries(
        [...new FormData(form)].map(([field, value]) => [
          field,
          typeof value === 'string' ? value : 'a file',
        ]),
      );
    });
  }
}
