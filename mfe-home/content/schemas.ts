import { Type } from '@sinclair/typebox';

// `title`, `description` and `rule` are read by people: the editor's labels and hints, and «поле: має бути …» where a
// value is wrong. `editor` names the widget where the type does not say it. The order is that of the form.

const only = { additionalProperties: false };

/** Allowed values of `team.json`. */
export const TeamSchema = Type.Object(
  {
    people: Type.Array(
      Type.Object(
        {
          name: Type.String({
            title: 'Ім’я та прізвище',
            pattern: '\\S',
            rule: 'ім’я та прізвище',
          }),
          position: Type.String({
            title: 'Посада',
            description: 'З малої літери: «головна редакторка».',
            pattern: '\\S',
            rule: 'назва посади',
          }),
          quote: Type.String({
            title: 'Цитата',
            description: 'Одне-два речення без зовнішніх лапок: їх поставить сайт.',
            editor: 'text',
            pattern: '^[^«\\s]',
            maxLength: 240,
            rule: 'текст до 240 знаків, який не починається з лапки «',
          }),
          portrait: Type.String({
            title: 'Портрет',
            description:
              'Вертикальне фото або малюнок, 4 : 5, щонайменше 800 пікселів завширшки й до 300 КБ. Сайт покаже середину.',
            editor: 'image',
            pattern: '^portraits/[\\w.-]+\\.(?:avif|jpe?g|png|svg|webp)$',
            rule: 'файл avif, jpg, png, svg або webp у теці portraits; у назві — латинські літери, цифри, дефіси',
          }),
          alt: Type.String({
            title: 'Опис портрета',
            description: 'Для тих, хто не бачить малюнка: хто це і який на вигляд.',
            pattern: '\\S',
            rule: 'опис портрета',
          }),
        },
        { ...only, title: 'Людина' },
      ),
      { title: 'Люди', minItems: 1, rule: 'щонайменше одна людина' },
    ),
  },
  { ...only, title: 'Команда' },
);

const salary = (title: string, description?: string) =>
  Type.Integer({
    title,
    ...(description !== undefined && { description }),
    minimum: 1,
    maximum: 9_999_999,
    rule: 'ціле число гривень, як-от 20000',
  });

/** Allowed values of `vacancies.json`. */
export const VacanciesSchema = Type.Object(
  {
    vacancies: Type.Array(
      Type.Object(
        {
          title: Type.String({
            title: 'Назва',
            description: 'Її ж вибирають у формі заявки. Назви не повторюються.',
            pattern: '^\\S',
            maxLength: 100,
            rule: 'текст до 100 знаків',
          }),
          salary_from: salary('Зарплата від, ₴ на місяць'),
          salary_to: salary('Зарплата до, ₴ на місяць', 'Якщо сума одна, впишіть її двічі.'),
          employment: Type.Union(
            [
              Type.Literal('FULL_TIME', { title: 'повна зайнятість' }),
              Type.Literal('PART_TIME', { title: 'неповна зайнятість' }),
            ],
            { title: 'Зайнятість', rule: 'FULL_TIME (повна) або PART_TIME (неповна)' },
          ),
          terms: Type.Optional(
            Type.String({
              title: 'Інші умови',
              description: 'Кілька слів з малої літери: «змінний графік», «можна з дому».',
              pattern: '\\S',
              rule: 'кілька слів; якщо їх немає, поле приберіть',
            }),
          ),
          text: Type.String({
            title: 'Опис',
            description: 'Що робить ця людина і що для цього треба, до 600 знаків.',
            editor: 'text',
            pattern: '\\S',
            maxLength: 600,
            rule: 'текст до 600 знаків',
          }),
          posted: Type.String({
            title: 'Коли відкрито',
            description: 'Для пошуковиків. Закриту вакансію видаліть.',
            editor: 'date',
            pattern: '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$',
            rule: 'дата, як-от 2026-11-02',
          }),
        },
        { ...only, title: 'Вакансія' },
      ),
      { title: 'Вакансії', minItems: 1, rule: 'щонайменше одна вакансія' },
    ),
  },
  { ...only, title: 'Вакансії' },
);
