import type { Picture, Post, PostSummary, Service } from './schemas.ts';

/**
 * Checks the API's responses in browsers, which do not load TypeBox. The fields follow from the schemas' types, and tests
 * compare each field's check with its schema.
 */

/** Kinds of fields; a time is in ISO 8601. */
type Kind =
  | 'text'
  | 'optional text'
  | 'time'
  | 'list of texts'
  | 'list of posts'
  | 'picture'
  | 'number'
  | 'optional number';

type KindOf<Field> = [Field] extends [string]
  ? 'text' | 'time'
  : [Field] extends [readonly string[]]
    ? 'list of texts'
    : [Field] extends [string | undefined]
      ? 'optional text'
      : [Field] extends [readonly PostSummary[] | undefined]
        ? 'list of posts'
        : [Field] extends [number]
          ? 'number'
          : [Field] extends [number | undefined]
            ? 'optional number'
            : 'picture';

type FieldsOf<Data> = { readonly [Name in keyof Data]-?: KindOf<Data[Name]> };

const SERVICE: FieldsOf<Service> = {
  title: 'text',
  description: 'text',
  icon_url: 'text',
  features: 'list of texts',
  price_from: 'optional number',
  service_type: 'optional text',
};

const PICTURE: FieldsOf<Picture> = {
  url: 'text',
  width: 'number',
  height: 'number',
  srcset: 'optional text',
};

const POST_SUMMARY: FieldsOf<PostSummary> = {
  id: 'text',
  title: 'text',
  excerpt: 'text',
  category: 'text',
  image_url: 'text',
  image: 'picture',
  created_at: 'time',
  author: 'text',
};

const POST: FieldsOf<Post> = {
  ...POST_SUMMARY,
  content: 'text',
  image_alt: 'text',
  description: 'text',
  author_role: 'optional text',
  author_portrait: 'picture',
  author_link: 'optional text',
  next: 'list of posts',
};

const isText = (value: unknown): value is string => typeof value === 'string';

const CHECKS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  'optional text': (value) => value === undefined || isText(value),
  time: (value) => isText(value) && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
  'list of texts': (value) => Array.isArray(value) && value.every(isText),
  // May be absent.
  'list of posts': (value) =>
    value === undefined ||
    (Array.isArray(value) && value.every((item) => mistakeIn<PostSummary>(item, POST_SUMMARY) === null)),
  // May be absent.
  picture: (value) => value === undefined || mistakeIn<Picture>(value, PICTURE) === null,
  number: (value) => Number.isFinite(value),
  'optional number': (value) => value === undefined || Number.isFinite(value),
};

/** The first problem of a value's fields, or `null`. */
function mistakeIn<Data>(value: unknown, fields: FieldsOf<Data>): string | null {
  if (typeof value !== 'object' || value === null) return 'it is not an object';
  const known = new Map(Object.entries(value));
  const wrong = Object.entries<Kind>(fields).find(([name, kind]) => !CHECKS[kind](known.get(name)));
  return wrong ? `its ${wrong[0]} is not a valid ${wrong[1]}` : null;
}

/** The API's response does not match its schema. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

type Log = (message: string) => void;

/** The valid items of a list; logs the others. Throws `WrongAnswer` without a list, or if all items are invalid. */
function checkedList<Data>(
  answer: unknown,
  { name, fields }: { readonly name: string; readonly fields: FieldsOf<Data> },
  log: Log,
): Data[] {
  if (!Array.isArray(answer)) throw new WrongAnswer(`The API returned no list of ${name}`);
  const good = answer.filter((item: unknown, index): item is Data => {
    const mistake = mistakeIn(item, fields);
    if (mistake !== null) log(`The API’s ${name}, no. ${String(index + 1)}, is left out: ${mistake}`);
    return mistake === null;
  });
  // An empty section would mean that the site has none.
  if (good.length === 0 && answer.length > 0) throw new WrongAnswer(`The API returned no valid ${name}`);
  return good;
}

/** The valid services. Throws `WrongAnswer` when there are only invalid ones. */
export const checkedServices = (answer: unknown, log: Log): Service[] =>
  checkedList<Service>(answer, { name: 'services', fields: SERVICE }, log);

/** The valid posts of a list. Throws `WrongAnswer` when there are only invalid ones. */
export const checkedPosts = (answer: unknown, log: Log): PostSummary[] =>
  checkedList<PostSummary>(answer, { name: 'posts', fields: POST_SUMMARY }, log);

/** A whole post. Throws `WrongAnswer` when it is invalid. */
export function checkedPost(answer: unknown): Post {
  const mistake = mistakeIn<Post>(answer, POST);
  if (mistake !== null) throw new WrongAnswer(`The API returned an invalid post: ${mistake}`);
  return answer as Post;
}
