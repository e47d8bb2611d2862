import { createHash, randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { fieldsOf, FORM_ACTIONS, FORM_IDS, SERVICE_NAMES, type FormName } from '@vidlunnia/contracts';
import { isLive, untilFormIsLive } from './pages';
import { vacancies } from '../content/vacancies.json';

/** Titles of the tests' vacancies, in order. */
const POSITIONS = vacancies.map(({ title }) => title);

/** Both forms as specified (sections 5 to 9). `fieldsOf` returns their fields. */
export const FORMS = {
  application: {
    id: FORM_IDS.application,
    path: FORM_ACTIONS.application,
    table: 'applications',
    choice: { field: 'position', placeholder: 'Оберіть посаду' },
    /** Values by option text. */
    options: Object.fromEntries(POSITIONS.map((title) => [title, title])),
    submit: 'Надіслати заявку',
    busy: 'Надсилаємо заявку…',
    success: 'Заявку успішно відправлено!',
    error: 'Помилка при відправці заявки',
  },
  contact: {
    id: FORM_IDS.contact,
    path: FORM_ACTIONS.contact,
    table: 'messages',
    choice: { field: 'service_type', placeholder: 'Оберіть послугу' },
    options: Object.fromEntries(Object.entries(SERVICE_NAMES).map(([value, label]) => [label, value])),
    submit: 'Надіслати повідомлення',
    busy: 'Надсилаємо повідомлення…',
    success: 'Повідомлення успішно відправлено!',
    error: 'Помилка при відправці повідомлення',
  },
} as const;

export const FORM_NAMES = ['application', 'contact'] as const satisfies readonly FormName[];

/** Values by field; a choice has its option text. */
export type Values = Readonly<Record<string, string>>;

/** Input of one visitor, with a unique e-mail address. */
export function sampleValues(name: FormName): Record<string, string> {
  const person = { name: 'Оксана Їжакевич-Ґудзь', email: uniqueEmail(), phone: '+380 43 123 45 67' };
  return name === 'application'
    ? {
        ...person,
        city: 'Кам’янець-Подільський',
        position: POSITIONS.at(-1) ?? '',
        resume_text: 'Вела сторінку «Пекарні».\nЛюблю коментарі, навіть злі 🙂',
      }
    : {
        ...person,
        company: 'ТОВ «Млинці, та й годі»',
        service_type: 'Лідогенерація',
        message: 'Добрий день!\nПродаємо млинці, шукаємо тих, хто їх їсть 🥞',
      };
}

/** Pseudorandom: derived from the run's seed, the worker and a count. */
function uniqueEmail(): string {
  made += 1;
  const parts = [process.env['SEED'] ?? randomUUID(), process.env['TEST_WORKER_INDEX'], made].map(String);
  return `${createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32)}@example.com`;
}
let made = 0;

/** The payload of these values. A choice has its option's value, every other field its text. */
export const payloadOf = (name: FormName, values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.keys(fieldsOf(name)).map((field) => {
      const value = values[field] ?? '';
      return [field, field === FORMS[name].choice.field ? (FORMS[name].options[value] ?? '') : value];
    }),
  );

/** A form with a visitor's actions. Its choice is a native select until a visitor starts to fill the live form. */
export class Form {
  readonly spec: (typeof FORMS)[FormName];
  readonly element: Locator;
  /** The choice's focusable element. Its value is the option's label, or the option's value while it is native. */
  readonly choice: Locator;
  /** The choice while it is native. */
  readonly nativeChoice: Locator;
  readonly button: Locator;
  readonly successNote: Locator;
  readonly failureNote: Locator;

  constructor(
    readonly page: Page,
    readonly name: FormName,
  ) {
    this.spec = FORMS[name];
    this.element = page.locator(`form#${this.spec.id}`);
    this.choice = this.element.getByRole('combobox');
    this.successNote = this.element.getByRole('status').first();
    this.failureNote = this.element.getByRole('status').last();
    this.nativeChoice = this.element.locator(`select[name="${this.spec.choice.field}"]`);
    this.button = this.element.getByRole('button', {
      name: new RegExp(`^(${this.spec.submit}|${this.spec.busy})$`),
    });
  }

  /** The element with a field's name and value. */
  field(field: string): Locator {
    return this.element.locator(`[name="${field}"]`);
  }

  untilLive(): Promise<void> {
    return untilFormIsLive(this.page, this.spec.id);
  }

  /** Fills fields without typing, so the form does not become live. */
  async fill(values: Values): Promise<void> {
    for (const [field, value] of Object.entries(values)) {
      if (field === this.spec.choice.field) await this.#choose(value);
      else await this.field(field).fill(value);
    }
  }

  async #choose(label: string): Promise<void> {
    // Again if the form becomes live in between.
    await expect(async () => {
      if (await isLive(this.element)) {
        await this.openChoice();
        await this.element.getByRole('option', { name: label, exact: true }).click({ timeout: 10_000 });
      } else await this.nativeChoice.selectOption({ label }, { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
  }

  /** Waits until the choice's code is loaded, in a live form that a visitor has started to fill. */
  async untilChoiceIsCombobox(): Promise<void> {
    await expect(this.nativeChoice).toHaveCount(0);
  }

  /** Opens the live choice's menu by a click on its text. */
  async openChoice(): Promise<void> {
    // A focused select stays native.
    await this.field('name').focus();
    await this.untilChoiceIsCombobox();
    await this.choice.focus();
    const shown = (await this.choice.inputValue()) || this.spec.choice.placeholder;
    await this.element.getByText(shown, { exact: true }).click({ timeout: 10_000 });
  }

  /** Waits until the fields, without the proof against spam, have these values and the others are empty. */
  async expectValues(values: Values): Promise<void> {
    const read = () =>
      this.element.evaluate((form) =>
        Object.fromEntries(
          [...new FormData(form as HTMLFormElement)].filter(
            ([field]) => field !== 'token' && field !== 'website',
          ),
        ),
      );
    await expect.poll(read, this.element.toString()).toEqual(payloadOf(this.name, values));
  }
}
