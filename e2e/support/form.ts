import { createHash, randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { fieldsOf, FORM_ACTIONS, FORM_IDS, SERVICE_NAMES, type FormName } from '@vidlunnia/contracts';
import { POSITIONS } from './stand-ins';
import { isLive, untilFormIsLive } from './pages';

/** What the specification says of both forms (sections 5 to 9); their fields: `fieldsOf`. */
export const FORMS = {
  application: {
    id: FORM_IDS.application,
    path: FORM_ACTIONS.application,
    table: 'applications',
    choice: { field: 'position', placeholder: 'Оберіть посаду' },
    /** Values by the texts that visitors choose. */
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

/** Values by field; a choice has the text that a visitor chooses. */
export type Values = Readonly<Record<string, string>>;

/** What one visitor types; the e-mail address is nobody else's. */
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

/** Made of the run's seed, the worker and a count: no two are the same. */
function uniqueEmail(): string {
  made += 1;
  const parts = [process.env['SEED'] ?? randomUUID(), process.env['TEST_WORKER_INDEX'], made].map(String);
  return `${createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32)}@example.com`;
}
let made = 0;

export const requiredFields = (name: FormName): string[] =>
  Object.entries(fieldsOf(name)).flatMap(([field, { required = false }]) => (required ? [field] : []));

/** What the API gets of these values: a choice's value for its text, and every other field as typed. */
export const payloadOf = (name: FormName, values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.keys(fieldsOf(name)).map((field) => {
      const value = values[field] ?? '';
      return [field, field === FORMS[name].choice.field ? (FORMS[name].options[value] ?? '') : value];
    }),
  );

/** What a stored row has with the payload. */
export const STORED = {
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  created_at: expect.stringMatching(/Z$/),
  answered_at: '',
  delivery: '',
};

/** One of the page's forms, as a visitor handles it. Its choice is native until it is first touched in a live form. */
export class Form {
  readonly spec: (typeof FORMS)[FormName];
  readonly element: Locator;
  /** What holds the focus of the choice; its value is the option's label, or the option's value while it is native. */
  readonly choice: Locator;
  /** The choice while it is native. */
  readonly nativeChoice: Locator;
  readonly button: Locator;

  constructor(
    readonly page: Page,
    readonly name: FormName,
  ) {
    this.spec = FORMS[name];
    this.element = page.locator(`form#${this.spec.id}`);
    this.choice = this.element.getByRole('combobox');
    this.nativeChoice = this.element.locator(`select[name="${this.spec.choice.field}"]`);
    this.button = this.element.getByRole('button', {
      name: new RegExp(`^(${this.spec.submit}|${this.spec.busy})$`),
    });
  }

  /** The element that bears a field's name; for a choice, the one that carries its value. */
  field(field: string): Locator {
    return this.element.locator(`[name="${field}"]`);
  }

  /** Waits until its script has taken over. */
  untilLive(): Promise<void> {
    return untilFormIsLive(this.page, this.spec.id);
  }

  /** Fills fields at once; a choice is made by its option's label. The form stays native or live meanwhile. */
  async fill(values: Values): Promise<void> {
    for (const [field, value] of Object.entries(values)) {
      if (field === this.spec.choice.field) await this.choose(value);
      else await this.field(field).fill(value);
    }
  }

  async choose(label: string): Promise<void> {
    if (await isLive(this.element)) {
      await this.openChoice();
      await this.element.getByRole('option', { name: label, exact: true }).click();
    } else await this.choice.selectOption({ label });
  }

  /** Brings the focus to the live choice, and waits until it is no longer native. */
  async touchChoice(): Promise<void> {
    // It stays native where the browser has just said that it is missing.
    await this.choice.blur();
    await this.choice.focus();
    await expect(this.nativeChoice).toHaveCount(0);
    await expect(this.choice).toBeFocused();
  }

  /** Opens the live choice's menu by the mouse, on the words that it shows. */
  async openChoice(): Promise<void> {
    await this.touchChoice();
    const shown = (await this.choice.inputValue()) || this.spec.choice.placeholder;
    await this.element.getByText(shown, { exact: true }).click();
  }

  /** Presses the button without the browser's validation: what comes then, the API has to reject. */
  async sendUnchecked(): Promise<void> {
    await this.element.evaluate((form) => {
      form.setAttribute('novalidate', '');
    });
    await this.button.click();
  }

  /** Every field's value as the browser would send it; what tells people from programs left out. */
  values(): Promise<Record<string, string>> {
    return this.element.evaluate((form) => {
      if (!(form instanceof HTMLFormElement)) throw new Error('This is no form');
      return Object.fromEntries(
        [...new FormData(form)]
          .filter(([field]) => field !== 'token' && field !== 'website')
          .map(([field, value]) => [field, typeof value === 'string' ? value : 'a file']),
      );
    });
  }

  /** Waits until the fields hold what was put in, and nothing where nothing was. */
  async expectValues(values: Values): Promise<void> {
    await expect.poll(() => this.values(), this.element.toString()).toEqual(payloadOf(this.name, values));
  }
}
