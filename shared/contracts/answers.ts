import {
  HomeSchema,
  PostSchema,
  PostSummarySchema,
  ServiceSchema,
  type Home,
  type Post,
  type PostSummary,
  type Service,
} from './schemas.ts';

/** The part of JSON Schema that the API's entities use. Browsers check it themselves: TypeBox's check is large. */
interface Rules {
  readonly type?: string;
  readonly format?: string;
  readonly items?: Rules;
  readonly properties?: Readonly<Record<string, Rules>>;
  readonly required?: readonly string[];
}

/** The schema of this data. */
type SchemaOf<Data> = Rules & { readonly static: Data };

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

/** The first field of a value that breaks its schema, with its kind; `null` when the value is valid. */
function mistakeIn(
  { type = '', format, items, properties, required = [] }: Rules,
  value: unknown,
  path: readonly string[] = [],
): string | null {
  const first = (mistakes: readonly (string | null)[]) => mistakes.find((each) => each !== null) ?? null;
  if (items && Array.isArray(value))
    return first(value.map((item: unknown, index) => mistakeIn(items, item, [...path, String(index)])));
  if (properties && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const found = new Map<string, unknown>(Object.entries(value));
    const present = Object.entries(properties).filter(
      ([name]) => found.get(name) !== undefined || required.includes(name),
    );
    return first(present.map(([name, rules]) => mistakeIn(rules, found.get(name), [...path, name])));
  }
  const isValid =
    type === 'number'
      ? Number.isFinite(value)
      : type === 'string' && typeof value === 'string' && (format !== 'date-time' || isTime(value));
  return isValid ? null : `${path.join('.') || 'it'} is not a valid ${format ?? type}`;
}

type Log = (message: string) => void;

/** The valid items of a list; logs the others. Throws without a list, or if all items are invalid. */
function checkedList<Item>(schema: SchemaOf<Item>, answer: unknown, name: string, log: Log): Item[] {
  if (!Array.isArray(answer)) throw new Error(`The API returned no list of ${name}`);
  const good = answer.filter((item: unknown, index): item is Item => {
    const mistake = mistakeIn(schema, item);
    if (mistake !== null) log(`The API’s ${name}, no. ${String(index + 1)}, is left out: ${mistake}`);
    return mistake === null;
  });
  // Throw, because an empty section would mean that the site has none.
  if (good.length === 0 && answer.length > 0) throw new Error(`The API returned no valid ${name}`);
  return good;
}

/** The valid services. Throws when all are invalid. */
export const checkedServices = (answer: unknown, log: Log): Service[] =>
  checkedList(ServiceSchema, answer, 'services', log);

/** The valid posts of a list. Throws when all are invalid. */
export const checkedPosts = (answer: unknown, log: Log): PostSummary[] =>
  checkedList(PostSummarySchema, answer, 'posts', log);

function assertValid<Data>(schema: SchemaOf<Data>, value: unknown, name: string): asserts value is Data {
  const mistake = mistakeIn(schema, value);
  if (mistake !== null) throw new Error(`The API returned an invalid ${name}: ${mistake}`);
}

/** A whole post. Throws when it is invalid. */
export function checkedPost(answer: unknown): Post {
  assertValid(PostSchema, answer, 'post');
  return answer;
}

const SECTIONS: { readonly [Section in keyof Home]: SchemaOf<Home[Section]> } = HomeSchema.properties;

/** One section of the home page. Throws when the section is invalid. */
export function checkedHome<Section extends keyof Home>(answer: unknown, section: Section): Home[Section] {
  const part = new Map<string, unknown>(Object.entries(answer ?? {})).get(section);
  assertValid(SECTIONS[section], part, section);
  return part;
}
