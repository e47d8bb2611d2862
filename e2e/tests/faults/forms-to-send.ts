import type { Page } from '@playwright/test';
import { expect } from '../../support/test';

/** A form with a value for every field, optional ones too. */
export interface FormToSend {
  readonly id: string;
  readonly path: string;
  readonly kind: 'applications' | 'messages';
  readonly submit: string;
  readonly success: string;
  readonly error: string;
  /** Name and label of the field with a choice, and the choice. */
  readonly choice: {
    readonly name: string;
    readonly label: RegExp;
    readonly option: string;
    readonly value: string;
  };
  readonly texts: Readonly<Record<string, string>>;
}

/** Both forms; `mark` makes their rows findable. */
export const formsToSend = (mark: string): readonly FormToSend[] => [
  {
    id: 'application-form',
    path: '/api/jobs/apply',
    kind: 'applications',
    submit: 'Надіслати заявку',
    success: 'Заявку успішно відправлено!',
    error: 'Помилка при відправці заявки',
    choice: {
      name: 'position',
      label: /^Посада/,
      option: 'Адміністратор/ка соцмереж',
      value: 'Адміністратор/ка соцмереж',
    },
    texts: {
      name: `Оксана Ґудзь ${mark}`,
      email: 'oksana@example.com',
      phone: '+380 67 000 00 00',
      city: 'Вінниця',
      resume_text: 'Вела сторінки кав’ярні.\nДва роки.',
    },
  },
  {
    id: 'contact-form',
    path: '/api/contact',
    kind: 'messages',
    submit: 'Надіслати повідомлення',
    success: 'Повідомлення успішно відправлено!',
    error: 'Помилка при відправці повідомлення',
    choice: { name: 'service_type', label: /^Що вас цікавить/, option: 'Лідогенерація', value: 'leads' },
    texts: {
      name: `Їжак Євген ${mark}`,
      email: 'yizhak@example.com',
      phone: '0670000000',
      company: 'Пекарня «Хлібʼя»',
      message: 'Потрібні заявки на торти.',
    },
  },
];

export const formOf = (page: Page, { id }: FormToSend) => page.locator(`form#${id}`);

export async function fill(page: Page, form: FormToSend): Promise<void> {
  const element = formOf(page, form);
  for (const [name, value] of Object.entries(form.texts))
    await element.locator(`[name="${name}"]`).fill(value);
  await element.getByRole('combobox', { name: form.choice.label }).press('ArrowDown');
  await element.getByRole('option', { name: form.choice.option }).click();
}

export const send = (page: Page, form: FormToSend) =>
  formOf(page, form).getByRole('button', { name: form.submit }).click();

/** Every field holds what was put in, or nothing. */
export async function expectFields(page: Page, form: FormToSend, state: 'kept' | 'empty'): Promise<void> {
  const values = { ...form.texts, [form.choice.name]: form.choice.value };
  for (const [name, value] of Object.entries(values)) {
    await expect(formOf(page, form).locator(`[name="${name}"]`), name).toHaveValue(
      state === 'kept' ? value : '',
    );
  }
}
