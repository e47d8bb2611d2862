import { FormatRegistry, Type, type Static, type TString } from '@sinclair/typebox';
import { form, OwnerSchema, text } from '@vidlunnia/content';
import { SERVICE_NAMES } from '@vidlunnia/contracts';

/**
 * The files of `api/content` that the owner edits, annotated for people (`shared/content/check.ts`): the editor's forms
 * are derived from these schemas.
 */

/** The drawings of `icons/services.svg` that services choose from, by the ids of their symbols. */
const ICONS = {
  smm: 'Хмаринка розмови',
  content: 'Олівець',
  leads: 'Магніт',
  analytics: 'Діаграма',
  seo: 'Лупа',
  brand: 'Літера В',
} as const;

const icons = Object.entries(ICONS).map(([id, title]) =>
  Type.Literal(`/api/icons/services.svg#${id}`, { title }),
);

const choices = Object.entries(SERVICE_NAMES).map(([value, title]) => Type.Literal(value, { title }));

export const ServicesSchema = form('Послуги й\u00a0ціни', {
  services: Type.Array(
    form('Послуга', {
      title: text('Назва', 'Заголовок картки'),
      description: text('Опис', 'Два-три речення під заголовком', 'text'),
      icon_url: Type.Union(icons, { title: 'Малюнок' }),
      features: Type.Array(text('Пункт', 'Без крапки в\u00a0кінці'), {
        title: 'Що входить',
        description: 'Чотири короткі пункти',
      }),
      price_from: Type.Optional(
        Type.Number({
          title: 'Ціна від',
          description: 'У\u00a0гривнях на\u00a0місяць, самі цифри: 14000. Порожньо — картка без\u00a0ціни',
          exclusiveMinimum: 0,
          rule: 'число, більше за\u00a00, без\u00a0лапок',
        }),
      ),
      service_type: Type.Optional(
        Type.Union(choices, {
          title: 'Вибір у\u00a0формі',
          description: 'Що вибрано у\u00a0формі, коли її відкрито з\u00a0цієї картки',
        }),
      ),
    }),
    { title: 'Послуги', description: 'Стоять на\u00a0сайті в\u00a0цьому порядку' },
  ),
});

/** Named by the address that pages use. */
const PICTURE_RULE = 'картинка jpg, png, webp, avif або\u00a0svg';

const portrait = (description: string) =>
  Type.String({
    title: 'Портрет',
    description,
    editor: 'image',
    pattern: '^/api/portraits/[^/]+$',
    rule: `${PICTURE_RULE} з\u00a0теки api/content/portraits: /api/portraits/olena.jpg`,
  });

export const TeamSchema = form('Команда', {
  people: Type.Array(
    form('Людина', {
      name: text('Ім’я та\u00a0прізвище', 'Так, як\u00a0їх\u00a0прочитають відвідувачі'),
      position: text('Посада', 'З малої літери: «головна редакторка»'),
      quote: Type.String({
        title: 'Цитата',
        description: 'Одне-два речення без\u00a0зовнішніх лапок: їх\u00a0поставить сайт',
        editor: 'text',
        pattern: '^[^«\\s]',
        maxLength: 240,
        rule: 'текст до 240 знаків, який не починається з лапки «',
      }),
      portrait: portrait(
        'Вертикальне фото або малюнок, 4 : 5, щонайменше 800 пікселів завширшки. Сайт покаже середину',
      ),
      alt: text('Опис портрета', 'Для тих, хто не\u00a0бачить малюнка: хто це і\u00a0який на\u00a0вигляд'),
    }),
    { title: 'Люди', minItems: 1, rule: 'щонайменше одна людина' },
  ),
});

const salary = { minimum: 1, maximum: 9_999_999, rule: 'ціле число гривень, як-от 20000' };

export const VacanciesSchema = form('Вакансії', {
  vacancies: Type.Array(
    form('Вакансія', {
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
      /** Only earlier content has it. */
      posted: Type.Optional(Type.String({ title: 'Коли відкрито', editor: 'hidden' })),
      text: Type.String({
        title: 'Опис',
        description: 'Що робить ця людина і\u00a0що для\u00a0цього треба, до 600\u00a0знаків',
        editor: 'text',
        pattern: '\\S',
        maxLength: 600,
        rule: 'текст до 600 знаків',
      }),
    }),
    { title: 'Вакансії', minItems: 1, rule: 'щонайменше одна вакансія' },
  ),
});

const lead = (title: string) => text(title, 'Одне-три речення під\u00a0заголовком розділу', 'text');

/** The other texts of the home page, by section. Headings and figures belong to its design. */
export const HomeTextsSchema = form('Тексти головної', {
  hero: form('Перший екран', { lead: lead('Під великим заголовком') }),
  about: form('Про нас', {
    story: Type.Array(text('Абзац', 'Кілька речень', 'text'), {
      title: 'Про нас',
      minItems: 1,
      rule: 'щонайменше один абзац',
    }),
    support: text('Про підтримку 24/7', 'Два-три речення', 'text'),
  }),
  services: form('Послуги', { lead: lead('Вступ до\u00a0послуг') }),
  reasons: form('Чому ми', {
    reasons: Type.Array(
      form('Обіцянка', {
        title: text('Заголовок', 'Кілька слів. Заголовки не\u00a0повторюються'),
        text: text('Текст', 'Два-три речення', 'text'),
      }),
      {
        title: 'Шість обіцянок',
        description: 'Номери ставить сайт',
        minItems: 6,
        maxItems: 6,
        rule: 'рівно шість обіцянок',
      },
    ),
  }),
  team: form('Команда', { lead: lead('Вступ до\u00a0команди') }),
  vacancies: form('Вакансії', { lead: lead('Вступ до\u00a0вакансій') }),
  contact: form('Контакти', { lead: lead('Вступ до\u00a0контактів') }),
});

export const AuthorsSchema = form('Автори статей', {
  authors: Type.Array(
    form('Автор або\u00a0авторка', {
      name: text('Ім’я та\u00a0прізвище', 'Так само стоїть у\u00a0статтях'),
      role: text('Ким працює', 'З малої літери: головна редакторка'),
      portrait: Type.Optional(portrait('Квадрат або\u00a0близько до нього; на сторінці малий')),
      team: Type.Optional(
        Type.Boolean({
          title: 'Є в\u00a0розділі «Команда»',
          description: 'Тоді ім’я під\u00a0статтею веде до\u00a0команди на\u00a0головній',
        }),
      ),
    }),
    { title: 'Автори' },
  ),
});

/** Id of the home page's link preview, so no post may have it. */
export const HOME_ID = 'home';

/** Longest id of a post, in characters: people read addresses. */
export const MAX_POST_ID = 100;

/** A post's id is its file's name without `.md`, and a part of its address. */
export const POST_ID = new RegExp(`^(?!${HOME_ID}$)(?=.{1,${String(MAX_POST_ID)}}$)[a-z0-9]+(-[a-z0-9]+)*$`);

export const POST_ID_RULE = `малі латинські літери, цифри й\u00a0дефіси, до\u00a0${String(MAX_POST_ID)}\u00a0знаків, і\u00a0не\u00a0${HOME_ID}`;

/** What stands above the text of `posts/<id>.md`, between two lines of `---`. */
export const PostFileSchema = form('Стаття', {
  title: text('Заголовок', 'До 49\u00a0знаків'),
  excerpt: text('Уривок', 'Про що стаття: для\u00a0картки, до 180\u00a0знаків', 'text'),
  category: text('Рубрика', 'Наявна або\u00a0нова: Кейси, Аналітика, SMM…'),
  author: text('Автор або\u00a0авторка', 'Хтось зі\u00a0списку «Автори статей»', 'author'),
  created_at: Type.String({
    title: 'Дата публікації',
    description: 'До цієї миті статті на\u00a0сайті немає: майбутня дата відкладає її',
    editor: 'datetime',
    format: 'instant',
    rule: 'дата, час і\u00a0часовий пояс, як-от 2026-11-17T09:30:00+02:00',
  }),
  updated_at: Type.Optional(
    Type.String({
      title: 'Дата зміни',
      description: 'Для\u00a0пошуковиків. Редактор ставить її сам, коли зберігає',
      editor: 'hidden',
      format: 'instant',
      rule: 'дата, час і\u00a0часовий пояс, як-от 2026-11-17T09:30:00+02:00',
    }),
  ),
  cover: Type.String({
    title: 'Обкладинка',
    description: 'Картинка 16:9, найкраще від\u00a01440\u00a0пікселів завширшки',
    editor: 'image',
    pattern: '^/api/covers/[^/]+$',
    rule: `${PICTURE_RULE} з\u00a0теки api/content/covers: /api/covers/kava.jpg`,
  }),
  image_alt: text('Опис обкладинки', 'Що на\u00a0ній намальовано: для\u00a0тих, хто її\u00a0не\u00a0бачить'),
  description: text(
    'Опис для пошуку',
    'Одне-два речення для\u00a0Google і\u00a0соцмереж, до\u00a0155\u00a0знаків',
    'text',
  ),
  draft: Type.Optional(
    Type.Boolean({
      title: 'Чернетка',
      description: 'Чернетку на\u00a0сайті не\u00a0видно',
    }),
  ),
});

/** A text field that may have these values only. */
const oneOf = ({ title }: TString, values: readonly string[], rule: string) =>
  Type.Unsafe<string>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      { ...(title !== undefined && { title }), rule },
    ),
  );

/** Allows only authors and covers that exist; without a list of authors, any. */
export function postFileSchema(authors: readonly string[] | undefined, covers: readonly string[]) {
  const { author, cover } = PostFileSchema.properties;
  const names = authors?.join(', ') ?? '';
  return form('Стаття', {
    ...PostFileSchema.properties,
    author: authors
      ? oneOf(author, authors, `хтось зі\u00a0списку в\u00a0api/content/authors.json: ${names}`)
      : author,
    cover: oneOf(cover, covers, `картинка, яка є: ${covers.join(', ')}`),
  });
}

/** Schemas of the JSON files in a version of the content, by their places in it. */
export const FILE_SCHEMAS = {
  'authors.json': AuthorsSchema,
  'home.json': HomeTextsSchema,
  'owner.json': OwnerSchema,
  'services.json': ServicesSchema,
  'team.json': TeamSchema,
  'vacancies.json': VacanciesSchema,
};

export type Author = Static<typeof AuthorsSchema>['authors'][number];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;

FormatRegistry.Set('instant', (written) => {
  const day = written.slice(0, 10);
  return (
    INSTANT.test(written) &&
    Number.isFinite(Date.parse(written)) &&
    // `Date` reads 31 February as 3 March; the day must be the same as written.
    new Date(`${day}T00:00Z`).toISOString().startsWith(day)
  );
});
