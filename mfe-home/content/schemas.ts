import { Type } from '@sinclair/typebox';

// People read `title` and `description` as labels and hints of the editor, and `rule` in «поле: має бути …». `editor`
// names the widget if the type is not enough. The form has the same order.

const only = { additionalProperties: false };

const text = (title: string, description?: string) =>
  Type.String({ title, pattern: '\\S', rule: 'непорожній текст', ...(description && { description }) });

/** Allowed values of `team.json`. */
export const TeamSchema = Type.Object(
  {
    people: Type.Array(
      Type.Object(
        {
          name: text('Ім’я та\u00a0прізвище'),
          position: text('Посада', 'З малої літери: «головна редакторка»'),
          quote: Type.String({
            title: 'Цитата',
            description: 'Одне-два речення без\u00a0зовнішніх лапок: їх\u00a0поставить сайт',
            editor: 'text',
            pattern: '^[^«\\s]',
            maxLength: 240,
            rule: 'текст до 240 знаків, який не починається з лапки «',
          }),
          portrait: Type.String({
            title: 'Портрет',
            description:
              'Вертикальне фото або малюнок, 4 : 5, щонайменше 800 пікселів завширшки й\u00a0до 300\u00a0КБ. Сайт покаже середину',
            editor: 'image',
            pattern: '^portraits/[\\w.-]+\\.(?:avif|jpe?g|png|svg|webp)$',
            rule: 'файл avif, jpg, png, svg або webp у теці portraits; у назві — латинські літери, цифри, дефіси',
          }),
          alt: text(
            'Опис портрета',
            'Для тих, хто не\u00a0бачить малюнка: хто це і\u00a0який на\u00a0вигляд',
          ),
        },
        { ...only, title: 'Людина' },
      ),
      { title: 'Люди', minItems: 1, rule: 'щонайменше одна людина' },
    ),
  },
  { ...only, title: 'Команда' },
);

const salary = { minimum: 1, maximum: 9_999_999, rule: 'ціле число гривень, як-от 20000' };

/** Allowed values of `vacancies.json`. */
export const VacanciesSchema = Type.Object(
  {
    vacancies: Type.Array(
      Type.Object(
        {
          title: Type.String({
            title: 'Назва',
            description: 'Її ж вибирають у формі заявки. Назви не\u00a0повторюються',
            pattern: '^\\S',
            maxLength: 100,
            rule: 'текст до 100 знаків',
          }),
          salary_from: Type.Integer({ ...salary, title: 'Зарплата від, ₴ на місяць' }),
          salary_to: Type.Integer({
            ...salary,
            title: 'Зарплата до, ₴ на місяць',
            description: 'Якщо сума одна, впишіть її\u00a0двічі',
          }),
          employment: Type.Union(
            [
              Type.Literal('FULL_TIME', { title: 'повна зайнятість' }),
              Type.Literal('PART_TIME', { title: 'неповна зайнятість' }),
            ],
            { title: 'Зайнятість' },
          ),
          terms: Type.Optional(
            Type.String({
              title: 'Інші умови',
              description: 'Кілька слів з малої літери: «змінний графік», «можна з\u00a0дому»',
              pattern: '\\S',
              rule: 'кілька слів; якщо їх немає, поле приберіть',
            }),
          ),
          text: Type.String({
            title: 'Опис',
            description: 'Що робить ця людина і\u00a0що для\u00a0цього треба, до 600\u00a0знаків',
            editor: 'text',
            pattern: '\\S',
            maxLength: 600,
            rule: 'текст до 600 знаків',
          }),
          posted: Type.String({
            title: 'Коли відкрито',
            description: 'Для пошуковиків. Закриту вакансію видаліть',
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
