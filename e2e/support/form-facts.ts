import { createHash, randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/contracts';

/** With the title’s own no-break spaces: what is chosen is what is sent. */
const SALES = 'Менеджер/ка з\u00A0продажу та роботи з\u00A0клієнтами';

/** Both forms by what the specification says of them (sections 5 to 9). */
export const FORMS = {
  application: {
    id: FORM_IDS.application,
    path: '/api/jobs/apply',
    table: 'applications',
    texts: { name: 'Ім’я та прізвище', email: 'Електронна пошта', phone: 'Телефон', city: 'Місто' },
    areas: { resume_text: 'Кілька слів про себе' },
    choice: { field: 'position', label: 'Посада', placeholder: 'Оберіть посаду' },
    options: {
      'Менеджер/ка підтримки клієнтів': 'Менеджер/ка підтримки клієнтів',
      'Адміністратор/ка соцмереж': 'Адміністратор/ка соцмереж',
      [SALES]: SALES,
    },
    required: ['name', 'email', 'phone', 'city', 'position'],
    optional: ['resume_text'],
    submit: 'Надіслати заявку',
    busy: 'Надсилаємо заявку…',
    success: 'Заявку успішно відправлено!',
    error: 'Помилка при відправці заявки',
  },
  contact: {
    id: FORM_IDS.contact,
    path: '/api/contact',
    table: 'messages',
    texts: { name: 'Ім’я', email: 'Електронна пошта', phone: 'Телефон', company: 'Компанія' },
    areas: { message: 'Повідомлення' },
    choice: { field: 'service_type', label: 'Що вас цікавить', placeholder: 'Оберіть послугу' },
    options: {
      'SMM та просування': 'smm',
      'Контент-маркетинг': 'content',
      Лідогенерація: 'leads',
      Аналітика: 'analytics',
    },
    required: ['name', 'email', 'phone', 'message'],
    optional: ['company', 'service_type'],
    submit: 'Надіслати повідомлення',
    busy: 'Надсилаємо повідомлення…',
    success: 'Повідомлення успішно відправлено!',
    error: 'Помилка при відправці повідомлення',
  },
} as const;

export type FormName = keyof typeof FORMS;
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
