import { OptionalKind, type TObject, type TSchema } from '@sinclair/typebox';
import { MAX_POST_ID } from '@vidlunnia/api/src/content/schemas';
import { POSTS, SINGLE_FILES } from './files';

/** An input of Sveltia CMS; its further options depend on `widget`. */
interface Widget {
  readonly widget: string;
  readonly fields?: readonly Field[];
  readonly [option: string]: unknown;
}

export interface Field extends Widget {
  readonly name: string;
  readonly label: string;
}

/** Sveltia's `backend`: where the editor saves. */
export type Backend = Readonly<Record<string, unknown>>;

/** Where this machine's editor shows the site with a draft of the content: below, the pages have their addresses. */
export const ON_SITE = '/on-site';

/**
 * The editor's configuration. All forms are derived from the files' schemas.
 * @param site address of the site
 * @param hasDrafts whether the editor's server shows the site with a draft at `ON_SITE`; otherwise pages open as they are
 * @throws Error naming a property that the form has no label or widget for
 */
export const editorConfig = (backend: Backend, site: string, hasDrafts: boolean) => ({
  backend,
  app_title: 'Редактор «Відлуння»',
  // Without `site_url`, pages are opened on the editor's own origin.
  ...(hasDrafts ? { display_url: site } : { site_url: site }),
  media_folder: 'api/content/covers',
  public_folder: '/api/covers',
  media_libraries: {
    default: { config: { slugify_filename: true, transformations: { raster_image: PICTURE } } },
    stock_assets: { providers: [] },
  },
  slug: { encoding: 'ascii', clean_accents: true, maxlength: MAX_POST_ID },
  collections: [
    {
      ...POSTS.form,
      preview_path: previewPath(POSTS.page, hasDrafts),
      fields: [...fieldsOf(POSTS.schema), BODY],
    },
  ],
  singletons: SINGLE_FILES.map(({ schema, page, form }) => ({
    ...form,
    preview_path: previewPath(page, hasDrafts),
    format: 'json',
    fields: fieldsOf(schema),
    editor: { preview: false },
  })),
});

const previewPath = (page: string, hasDrafts: boolean) => (hasDrafts ? ON_SITE + page : page);

/** Format of uploaded pictures, except svg. Few screens show wider ones. */
const PICTURE = { format: 'webp', quality: 85, width: 1600, height: 1600 };

const BODY: Field = {
  name: 'body',
  label: 'Текст',
  widget: 'richtext',
  hint: 'Посилання на іншу статтю: /blog/ і кінець її адреси. Що можна писати — в інструкції для власника.',
  // All that the site reads: the editor would save other marks as plain text.
  buttons: [
    ...['bold', 'italic', 'strikethrough', 'code', 'link'],
    ...['heading-two', 'heading-three', 'heading-four'],
    'quote',
    'bulleted-list',
    'numbered-list',
  ],
  editor_components: ['image', 'table', 'listing'],
  linked_images: false,
};

/**
 * The fields of a form, one for each property of the schema, in their order. A hidden property has none: with Sveltia's
 * own hidden field, 0.221 does not show the text of a saved post.
 */
export const fieldsOf = ({ properties }: TObject): Field[] =>
  Object.entries(properties).flatMap(([name, property]) => {
    if (property['editor'] === 'hidden') return [];
    const label: unknown = property.title;
    if (typeof label !== 'string') throw new Error(`The form needs a title for “${name}”`);
    return [
      {
        name,
        label,
        ...(property.description !== undefined && { hint: property.description }),
        ...(OptionalKind in property && { required: false }),
        ...widgetOf(name, property),
      },
    ];
  });

function widgetOf(name: string, schema: TSchema): Widget {
  const named = typeof schema['editor'] === 'string' ? NAMED[schema['editor']] : undefined;
  if (named) return { ...named, ...(named.widget === 'text' && textLimits(schema)) };
  if (schema['anyOf'] !== undefined) return choice(schema['anyOf'] as TSchema[]);
  switch (schema['type']) {
    case 'string':
      return { widget: 'string', use_emoji_autocomplete: false, ...textLimits(schema) };
    case 'integer':
    case 'number':
      return {
        widget: 'number',
        value_type: schema['type'] === 'integer' ? 'int' : 'float',
        min: minimumOf(schema),
        max: schema['maximum'] as unknown,
      };
    case 'boolean':
      return { widget: 'boolean' };
    case 'object':
      return { widget: 'object', fields: fieldsOf(schema as TObject) };
    case 'array':
      return list(schema['items'] as TSchema);
    default:
      throw new Error(`The form needs a widget for “${name}”`);
  }
}

/** Widgets that a schema names by `editor`, if its type is not enough. */
const NAMED: Readonly<Record<string, Widget>> = {
  text: { widget: 'text', use_emoji_autocomplete: false },
  image: { widget: 'image', choose_url: false },
  author: {
    widget: 'relation',
    collection: '_singletons',
    file: 'authors',
    value_field: 'authors.*.name',
    display_fields: ['authors.*.name'],
  },
  datetime: {
    widget: 'datetime',
    // The site's time is Kyiv's. With a custom `format`, Sveltia 0.221 uses the wrong zone, and hangs in browsers of
    // another zone.
    input_timezone: 'Europe/Kyiv',
    default: '{{now}}',
  },
};

function textLimits({ maxLength, pattern, rule }: TSchema): object {
  return {
    ...(typeof maxLength === 'number' && { maxlength: maxLength }),
    ...(typeof pattern === 'string' && { pattern: [pattern, `Має бути ${String(rule)}`] }),
  };
}

const minimumOf = ({ minimum, exclusiveMinimum }: TSchema): unknown =>
  minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : undefined);

const choice = (options: readonly TSchema[]): Widget => ({
  widget: 'select',
  options: options.map((option) => ({
    value: option['const'] as unknown,
    label: option.title ?? String(option['const']),
  })),
});

function list(items: TSchema): Widget {
  if (items['type'] !== 'object') return { widget: 'list', label_singular: 'рядок' };
  const fields = fieldsOf(items as TObject);
  return {
    widget: 'list',
    fields,
    collapsed: true,
    // The word follows «Додати» and numbers, so it has one form for both.
    label_singular: 'запис',
    ...(fields[0] && { summary: `{{fields.${fields[0].name}}}` }),
  };
}
