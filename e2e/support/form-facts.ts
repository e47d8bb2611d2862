import { createHash, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { fieldsOf, FORM_ACTIONS, FORM_IDS, SERVICE_NAMES, type FormName } from '@vidlunnia/contracts';

/** With the title’s own no-break spaces: what is chosen is what is sent. */
const SALES = 'Менеджер/ка з\u00A0продажу та роботи з\u00A0клієнтами';

/** What follows from the fields of a form: labels of its texts and areas, what has to be filled in, and where it goes. */
function factsOf(form: FormName, choice: { readonly field: string; readonly placeholder: string }) {
  const fields = Object.entries(fieldsOf(form));
  const labels = (lines: boolean) =>
    Object.fromEntries(
      fields.flatMap(([name, { label, multiline = false }]): [string, string][] =>
        name !== choice.field && multiline === lines ? [[name, label]] : [],
      ),
    );
  const names = (wanted: boolean) =>
    fields.flatMap(([name, { required = false }]) => (required === wanted ? [name] : []));
  return {
    id: FORM_IDS[form],
    path: FORM_ACTIONS[form],
    texts: labels(false),
    areas: labels(true),
    choice: { ...choice, label: fieldsOf(form)[choice.field]?.label ?? '' },
    required: names(true),
    optional: names(false),
  };
}

/** Both forms: their fields by the contract, the rest by what the specification says (sections 5 to 9). */
export const FORMS = {
  application: {
    ...factsOf('application', { field: 'position', placeholder: 'Оберіть посаду' }),
    table: 'applications',
    options: {
      'Менеджер/ка підтримки клієнтів': 'Менеджер/ка підтримки клієнтів',
      'Адміністратор/ка соцмереж': 'Адміністратор/ка соцмереж',
      [SALES]: SALES,
    },
    submit: 'Надіслати заявку',
    busy: 'Надсилаємо заявку…',
    success: 'Заявку успішно відправлено!',
    error: 'Помилка при відправці заявки',
  },
  contact: {
    ...factsOf('contact', { field: 'service_type', placeholder: 'Оберіть послугу' }),
    table: 'messages',
    options: Object.fromEntries(Object.entries(SERVICE_NAMES).map(([value, label]) => [label, value])),
    submit: 'Надіслати повідомлення',
    busy: 'Надсилаємо повідомлення…',
    success: 'Повідомлення успішно відправлено!',
    error: 'Помилка при відправці повідомлення',
  },
} as const;

export type { FormName } from '@vidlunnia/contracts';
export const FORM_NAMES = ['application', 'contact'] as const satisfies readonly FormName[];

/** Values by field; a choice's value is its label, as a visitor sees it. */
export type Values = Readonly<Record<string, string>>;

/** What one visitor types; the e-mail address is nobody else's. */
export function sampleValues(name: FormName): Record<string, string> {
  const person = { name: 'Оксана Їжакевич-Ґудзь', email: uniqueEmail(), phone: '+380 43 123 45 67' };
  return name === 'application'
    ? {
        ...person,
        city: 'Кам’янець-Подільський',
        position: 'Адміністратор/ка соцмереж',
        resume_text: 'Вела сторінку «Пекарні».\nЛюблю коментарі, навіть злі 🙂',
      }
    : {
        ...person,
        company: 'ТОВ «Млинці, та й годі»',
        service_type: 'Лідогенерація',
        message: 'Добрий день!\nПродаємо млинці, шукаємо тих, хто їх їсть 🥞',
      };
}

/** Only what has to be filled in. */
export const requiredOf = (name: FormName, values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter(([field]) => FORMS[name].required.some((each) => each === field)),
  );

/** Of the run's seed, the worker and how many it has made: no two are the same. */
export function uniqueEmail(): string {
  made += 1;
  const parts = [process.env['SEED'] ?? randomUUID(), process.env['TEST_WORKER_INDEX'], made].map(String);
  return `${createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 32)}@example.com`;
}
let made = 0;

/** What the API is sent for what a visitor typed: a choice's value for its label, every other field as it stands. */
export function payloadOf(name: FormName, values: Values): Record<string, string> {
  const { required, optional, choice, options } = FORMS[name];
  const valueOf: Readonly<Record<string, string>> = options;
  return Object.fromEntries(
    [...required, ...optional].map((field) => {
      const value = values[field] ?? '';
      return [field, field === choice.field ? (valueOf[value] ?? '') : value];
    }),
  );
}

/** What a form sends beside what was typed: its token, and the field that only programs fill. */
export const PROOF = { token: expect.stringMatching(/^\d+\.[\w-]{43}$/), website: '' };

/** What a stored row bears beside the payload. */
export const STORED = {
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  created_at: expect.stringMatching(/Z$/),
  delivery: '',
};
