import type { Home, Person, Picture, Post, PostSummary, Service, Vacancy } from './schemas.ts';

/**
 * Checks the API's responses in browsers, which do not load TypeBox. The schemas' types require a check for each field;
 * tests compare each check with its schema.
 */

/** Checks values of one kind. */
interface Check<Value> {
  /** The kind, in messages. */
  readonly kind: string;
  readonly accepts: (value: unknown) => value is Value;
}

type FieldsOf<Data> = { readonly [Name in keyof Data]-?: Check<Data[Name]> };

const isText = (value: unknown): value is string => typeof value === 'string';

const text: Check<string> = { kind: 'text', accepts: isText };

/** In ISO 8601. */
const time: Check<string> = {
  kind: 'time',
  accepts: (value): value is string =>
    isText(value) && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
};

const number: Check<number> = {
  kind: 'number',
  accepts: (value): value is number => Number.isFinite(value),
};

const optional = <Value>({ kind, accepts }: Check<Value>): Check<Value | undefined> => ({
  kind: `optional ${kind}`,
  accepts: (value): value is Value | undefined => value === undefined || accepts(value),
});

const listOf = <Item>({ kind, accepts }: Check<Item>): Check<Item[]> => ({
  kind: `list of ${kind}s`,
  accepts: (value): value is Item[] => Array.isArray(value) && value.every(accepts),
});

const objectOf = <Data>(kind: string, fields: FieldsOf<Data>): Check<Data> => ({
  kind,
  accepts: (value): value is Data => mistakeIn(value, fields) === null,
});

const SERVICE: FieldsOf<Service> = {
  title: text,
  description: text,
  icon_url: text,
  features: listOf(text),
  price_from: optional(number),
  service_type: optional(text),
};

const picture = objectOf<Picture>('picture', {
  url: text,
  width: number,
  height: number,
  srcset: optional(text),
});

const POST_SUMMARY: FieldsOf<PostSummary> = {
  id: text,
  title: text,
  excerpt: text,
  category: text,
  image_url: text,
  image: optional(picture),
  created_at: time,
  updated_at: optional(time),
  author: text,
};

const POST: FieldsOf<Post> = {
  ...POST_SUMMARY,
  content: text,
  image_alt: text,
  description: text,
  author_role: optional(text),
  author_portrait: optional(picture),
  author_link: optional(text),
  next: optional(listOf(objectOf('post', POST_SUMMARY))),
};

const HOME: { readonly [Section in keyof Home]: FieldsOf<Home[Section]> } = {
  hero: { lead: text },
  about: { story: listOf(text), support: text },
  services: { lead: text },
  reasons: { reasons: listOf(objectOf('reason', { title: text, text })) },
  team: {
    lead: text,
    people: listOf(
      objectOf<Person>('person', { name: text, position: text, quote: text, portrait: picture, alt: text }),
    ),
  },
  vacancies: {
    lead: text,
    vacancies: listOf(
      objectOf<Vacancy>('vacancy', {
        title: text,
        salary_from: number,
        salary_to: number,
        employment: text,
        terms: optional(text),
        text,
        posted: optional(text),
      }),
    ),
  },
  contact: { lead: text },
};

/** The first problem of a value's fields, or `null`. */
function mistakeIn<Data>(value: unknown, fields: FieldsOf<Data>): string | null {
  if (typeof value !== 'object' || value === null) return 'it is not an object';
  const known = new Map(Object.entries(value));
  const wrong = Object.entries<Check<unknown>>(fields).find(
    ([name, check]) => !check.accepts(known.get(name)),
  );
  return wrong ? `its ${wrong[0]} is not a valid ${wrong[1].kind}` : null;
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
  // Throw, because an empty section would mean that the site has none.
  if (good.length === 0 && answer.length > 0) throw new WrongAnswer(`The API returned no valid ${name}`);
  return good;
}

/** The valid services. Throws `WrongAnswer` when all are invalid. */
export const checkedServices = (answer: unknown, log: Log): Service[] =>
  checkedList<Service>(answer, { name: 'services', fields: SERVICE }, log);

/** The valid posts of a list. Throws `WrongAnswer` when all are invalid. */
export const checkedPosts = (answer: unknown, log: Log): PostSummary[] =>
  checkedList<PostSummary>(answer, { name: 'posts', fields: POST_SUMMARY }, log);

function assertValid<Data>(value: unknown, name: string, fields: FieldsOf<Data>): asserts value is Data {
  const mistake = mistakeIn(value, fields);
  if (mistake !== null) throw new WrongAnswer(`The API returned an invalid ${name}: ${mistake}`);
}

/** A whole post. Throws `WrongAnswer` when it is invalid. */
export function checkedPost(answer: unknown): Post {
  assertValid<Post>(answer, 'post', POST);
  return answer;
}

/** One section of the home page. Throws `WrongAnswer` when the section is invalid. */
export function checkedHome<Section extends keyof Home>(answer: unknown, section: Section): Home[Section] {
  const part = new Map<string, unknown>(Object.entries(answer ?? {})).get(section);
  assertValid<Home[Section]>(part, section, HOME[section]);
  return part;
}
