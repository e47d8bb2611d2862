import type { TObject } from '@sinclair/typebox';
import {
  AuthorsSchema,
  HomeTextsSchema,
  POST_ID,
  POST_ID_RULE,
  PostFileSchema,
  ServicesSchema,
  TeamSchema,
  VacanciesSchema,
} from '@vidlunnia/api/src/content/schemas';
import { OwnerSchema } from '@vidlunnia/content';

/** A file that the owner edits, or a folder of such files. */
interface ContentFile {
  readonly schema: TObject;
  /** Address of the page, or of its section, that shows it. */
  readonly page: string;
  /** Sveltia's options in addition to the fields (its `CollectionFile` and `EntryCollection`). */
  readonly form: Readonly<Record<string, unknown>> & { readonly name: string; readonly label: string };
}

export const POSTS = {
  schema: PostFileSchema,
  page: '/blog/{{slug}}',
  form: {
    name: 'posts',
    label: 'Статті',
    label_singular: 'Стаття',
    icon: 'article',
    folder: 'api/content/posts',
    extension: 'md',
    format: 'yaml-frontmatter',
    create: true,
    slug: {
      template: '{{title}}',
      editable: ['create'],
      hint: 'Кінець адреси статті: малі латинські літери, цифри та дефіси. Потім адреса не змінюється.',
      pattern: [POST_ID.source, `Мають бути ${POST_ID_RULE}`],
    },
    summary: '{{title}}',
    sortable_fields: {
      fields: ['created_at', 'title'],
      default: { field: 'created_at', direction: 'descending' },
    },
  },
} satisfies ContentFile;

const PORTRAITS = { media_folder: '/api/content/portraits', public_folder: '/api/portraits' };

/** In the order of the editor's list, frequent changes first. */
export const SINGLE_FILES: readonly ContentFile[] = [
  {
    schema: ServicesSchema,
    page: '/#services',
    form: { name: 'services', label: 'Послуги й ціни', icon: 'sell', file: 'api/content/services.json' },
  },
  {
    schema: VacanciesSchema,
    page: '/#vacancies',
    form: { name: 'vacancies', label: 'Вакансії', icon: 'work', file: 'api/content/vacancies.json' },
  },
  {
    schema: TeamSchema,
    page: '/#team',
    form: {
      name: 'team',
      label: 'Команда',
      icon: 'groups',
      file: 'api/content/team.json',
      ...PORTRAITS,
    },
  },
  {
    schema: AuthorsSchema,
    page: '/blog',
    form: {
      name: 'authors',
      label: 'Автори статей',
      icon: 'edit',
      file: 'api/content/authors.json',
      ...PORTRAITS,
    },
  },
  {
    schema: HomeTextsSchema,
    page: '/',
    form: { name: 'home', label: 'Тексти головної', icon: 'home', file: 'api/content/home.json' },
  },
  {
    schema: OwnerSchema,
    page: '/#contact',
    form: { name: 'owner', label: 'Контакти', icon: 'call', file: 'shared/content/owner.json' },
  },
];
