/** One field of a form. Form, validation, database, mails, exports and returned forms are derived from it. */
export interface FormField {
  readonly label: string;
  /** Names the value in a sentence, if the label cannot. */
  readonly noun?: string;
  /** Longest accepted value, in characters. */
  readonly max: number;
  /** The value must not be blank. A new field cannot be required, because older forms do not send it. */
  readonly required?: boolean;
  /** Accepts the same values as the browser's `type="email"`. */
  readonly email?: boolean;
  /** May have several lines. */
  readonly multiline?: boolean;
  /** The only allowed values, with the texts that visitors choose from. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** The services of the contact form, by their sent value (specification, section 9). */
export const SERVICE_NAMES = {
  smm: 'SMM та просування',
  content: 'Контент-маркетинг',
  leads: 'Лідогенерація',
  analytics: 'Аналітика',
} as const;

/** The fields of both forms in display order (specification, sections 3 and 5). */
export const FORM_FIELDS = {
  application: {
    name: { label: 'Ім’я та прізвище', max: 100, required: true },
    email: { label: 'Електронна пошта', max: 254, required: true, email: true },
    phone: { label: 'Телефон', max: 40, required: true },
    city: { label: 'Місто', max: 100, required: true },
    position: { label: 'Посада', max: 150, required: true },
    resume_text: { label: 'Кілька слів про себе', max: 5000, multiline: true },
  },
  contact: {
    name: { label: 'Ім’я', max: 100, required: true },
    email: { label: 'Електронна пошта', max: 254, required: true, email: true },
    phone: { label: 'Телефон', max: 40, required: true },
    company: { label: 'Компанія', max: 150 },
    service_type: { label: 'Що вас цікавить', noun: 'послуга', max: 20, choices: SERVICE_NAMES },
    message: { label: 'Повідомлення', max: 5000, required: true, multiline: true },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FormField>>>>;

export type FormName = keyof typeof FORM_FIELDS;

/** The same fields for generic code. */
export const fieldsOf = (form: FormName): Readonly<Record<string, FormField>> => FORM_FIELDS[form];

/**
 * Maximum lengths of the values against spam: the form's token, and a hidden field. Submissions without these values
 * are stored too.
 */
export const PROOF_LIMITS = { token: 255, website: 5000 } as const;

/**
 * Where a visit came from, in display order: the five parameters of an advertisement's link, which kind of click id the
 * link had (never its value), the origin of the referring site, and the path of the first page.
 */
export const SOURCE_FIELDS = {
  utm_source: { label: 'Джерело реклами', max: 100 },
  utm_medium: { label: 'Вид реклами', max: 100 },
  utm_campaign: { label: 'Кампанія', max: 100 },
  utm_term: { label: 'Ключове слово', max: 100 },
  utm_content: { label: 'Оголошення', max: 100 },
  click: {
    label: 'Клік по рекламі',
    max: 20,
    choices: {
      gclid: 'Google Ads',
      gbraid: 'Google Ads',
      wbraid: 'Google Ads',
      dclid: 'Google Ads',
      fbclid: 'Facebook або Instagram',
      msclkid: 'Microsoft Ads',
      ttclid: 'TikTok',
      twclid: 'X',
      li_fat_id: 'LinkedIn',
    },
  },
  referrer: { label: 'Прийшли із сайту', max: 255 },
  landing: { label: 'Перша сторінка', max: 255 },
} as const satisfies Readonly<Record<string, FormField>>;

export type SourceField = keyof typeof SOURCE_FIELDS;

/** Where a visit came from. A value that is unknown is absent. */
export type Source = Partial<Readonly<Record<SourceField, string>>>;

type Required<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { required: true } ? Name : never;
}[keyof Fields];
type ValueOf<Field> = Field extends { choices: infer Choices } ? keyof Choices | '' : string;

/** The values that a form sends. An optional field that was left empty is `''`. */
type Submission<Fields> = {
  readonly [Name in Required<Fields>]: ValueOf<Fields[Name]>;
} & {
  readonly [Name in Exclude<keyof Fields, Required<Fields>>]?: ValueOf<Fields[Name]>;
} & { readonly [Name in keyof typeof PROOF_LIMITS]?: string };

/** Payload of `POST /api/jobs/apply` (specification, section 7). */
export type JobApplication = Submission<(typeof FORM_FIELDS)['application']>;

/** Payload of `POST /api/contact` (specification, section 7). */
export type ContactMessage = Submission<(typeof FORM_FIELDS)['contact']>;
