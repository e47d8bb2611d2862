import { Type, type Static, type TProperties } from '@sinclair/typebox';
import { HOURS_PATTERNS } from './hours';
import owner from './owner.json';

export { openingHours } from './hours';

/** An object that people edit, with these fields and no other. */
export const form = <Properties extends TProperties>(title: string, properties: Properties) =>
  Type.Object(properties, { title, additionalProperties: false });

/** A non-empty text. `editor` names the editor's field if one line is too short. */
export const text = (title: string, description: string, editor?: 'text' | 'author') =>
  Type.String({
    ...{ title, description, pattern: '\\S', rule: 'непорожній текст' },
    ...(editor && { editor }),
  });

const social = (title: string) =>
  Type.Optional(
    Type.String({
      title,
      description: 'Адреса сторінки; порожня ховає кнопку',
      pattern: '^(https://\\S+)?$',
      rule: 'адреса, яка починається з\u00a0https://, або\u00a0порожньо',
    }),
  );

const chatNumber = (title: string) =>
  Type.Optional(
    Type.String({
      title,
      description: 'Номер, на\u00a0який там можна написати; порожній ховає посилання',
      pattern: '^(\\+[\\d ]+)?$',
      rule: 'номер на зразок +380 67 000 00 00, або\u00a0порожньо',
    }),
  );

const ownerSchema = (hoursPatterns: typeof HOURS_PATTERNS) =>
  form('Контакти та\u00a0реквізити', {
    contact: form('Контакти', {
      phone: Type.String({
        title: 'Телефон',
        description: 'Так, як його читають люди, з\u00a0пробілами: +380 43 000 00 00',
        pattern: '^\\+[\\d ]+$',
        rule: 'номер на зразок +380 43 000 00 00',
      }),
      chats: Type.Optional(
        form('Чати', {
          telegram: Type.Optional(
            Type.String({
              title: 'Telegram',
              description: 'Адреса чату: https://t.me/назва; порожня ховає посилання',
              pattern: '^(https://t\\.me/\\S+)?$',
              rule: 'адреса, яка починається з\u00a0https://t.me/, або\u00a0порожньо',
            }),
          ),
          viber: chatNumber('Viber'),
          whatsapp: chatNumber('WhatsApp'),
        }),
      ),
      email: Type.String({
        title: 'Електронна пошта',
        description: 'На неї пишуть відвідувачі: вона стоїть у\u00a0контактах і\u00a0в\u00a0підвалі',
        pattern: '^[^\\s@]+@[^\\s@]+$',
        rule: 'адреса пошти на зразок hello@vidlunnia.example',
      }),
      address: text('Адреса', 'Вулиця, будинок, місто: вул. Соборна, 1, Вінниця'),
      map: Type.Optional(
        Type.String({
          title: 'Посилання на мапу',
          description: 'Відкривається, коли натиснути на адресу',
          pattern: '^https://\\S+$',
          rule: 'адреса, яка починається з\u00a0https://',
        }),
      ),
      hours: Type.Array(
        form('Години роботи', {
          days: Type.String({
            title: 'Дні',
            description: 'Наприклад: Пн–Пт або\u00a0Пн, Ср, Сб',
            pattern: hoursPatterns.days,
            rule: 'дні на\u00a0зразок Пн–Пт або\u00a0Пн, Ср, Сб; також щодня, будні, вихідні, свята',
          }),
          time: Type.String({
            title: 'Час',
            description: 'Наприклад: 09:00–18:00 або\u00a0вихідні',
            pattern: hoursPatterns.time,
            rule: 'години на\u00a0зразок 09:00–18:00 або\u00a009:00–13:00, 14:00–18:00; чи\u00a0слова без\u00a0цифр: вихідні, цілодобово',
          }),
        }),
        { title: 'Години роботи' },
      ),
    }),
    social: form('Соцмережі', {
      telegram: social('Telegram'),
      instagram: social('Instagram'),
      facebook: social('Facebook'),
      linkedin: social('LinkedIn'),
    }),
    legalLine: Type.Optional(
      Type.String({
        title: 'Юридична назва',
        description:
          'Назва й\u00a0код одним рядком: для підвалу та сторінки про особисті дані. Можна лишити порожнім',
      }),
    ),
    satisfactionSource: Type.Optional(
      Type.String({
        title: 'Звідки взято «98\u00a0%»',
        description: 'Опитування, кількість відповідей, період: одним реченням. Можна лишити порожнім',
      }),
    ),
  });

/** The owner's details: allowed values of `owner.json`, annotated for people (`check.ts`). */
export const OwnerSchema = ownerSchema(HOURS_PATTERNS);

/** Published details: an earlier check let other texts for hours pass. */
export const PublishedOwnerSchema = ownerSchema({ days: '\\S', time: '\\S' });

/** Pages skip empty values. */
export type Owner = Static<typeof OwnerSchema>;

/** The details in this repository; a running site has the last published details. */
export const OWNER: Owner = owner;

/** The response of `GET /api/content`. */
export const ContentReportSchema = Type.Object({
  /** The published version; `null` for a folder without versions. */
  version: Type.Union([Type.String(), Type.Null()]),
  owner: PublishedOwnerSchema,
  /** A newer version that the API could not read. */
  rejected: Type.Optional(Type.Object({ version: Type.String(), reason: Type.String() })),
});
