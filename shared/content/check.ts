import type { Static, TSchema } from '@sinclair/typebox';
import { Value, ValueErrorType, ValuePointer } from '@sinclair/typebox/value';
import { isNode, LineCounter, parseDocument } from 'yaml';

/**
 * Checks the files that the owner edits. Messages are in Ukrainian: file, line, the field's label, the rule and the
 * value.
 *
 * The schemas of these files describe each property for people: `title` is its label, `description` a hint, `rule`
 * completes «має бути …», and `editor` names the editor's field where the type does not say it.
 */

/** A mistake in a file, with its remedy. */
export interface ContentProblem {
  /** Path in the repository. */
  readonly file: string;
  /** Absent for a picture. */
  readonly line?: number;
  readonly text: string;
}

/** Keys and indices that lead to a value. */
type Path = readonly (string | number)[];

export interface ParsedContent<Data> {
  /** `undefined` when there are problems. */
  readonly value: Data | undefined;
  readonly problems: readonly ContentProblem[];
  /** Reports a problem that the schema cannot express; `text` follows the field's label. */
  readonly problemAt: (path: Path, text: string) => ContentProblem;
}

/** One line for people. */
export const problemLine = ({ file, line, text }: ContentProblem): string =>
  `${file}${line === undefined ? '' : `, рядок ${String(line)}`}: ${text}`;

/**
 * Parses JSON or, when `file` does not end in `.json`, YAML, and checks it against its schema.
 * @param file path in the repository, for messages
 * @param firstLine number of the text's first line in its file
 */
export function parseContent<Schema extends TSchema>(
  schema: Schema,
  text: string,
  file: string,
  firstLine = 1,
): ParsedContent<Static<Schema>> {
  const isJson = file.endsWith('.json');
  const lineCounter = new LineCounter();
  // The YAML parser also reads JSON, and knows the lines of values.
  const document = parseDocument(text, {
    schema: isJson ? 'json' : 'core',
    lineCounter,
    prettyErrors: false,
  });
  const lineAt = (offset: number) => firstLine - 1 + Math.max(1, lineCounter.linePos(offset).line);
  const lineOf = (path: Path): number => {
    const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
    if (isNode(node) && node.range) return lineAt(node.range[0]);
    return path.length === 0 ? firstLine : lineOf(path.slice(0, -1));
  };
  const problemAt = (path: Path, what: string): ContentProblem => ({
    file,
    line: lineOf(path),
    text: `${labelOf(schema, path)} — ${what}`,
  });
  const broken = (offset: number, what: string) => ({
    value: undefined,
    problems: [{ file, line: lineAt(offset), text: what }],
    problemAt,
  });

  const [error] = document.errors;
  let value: unknown;
  try {
    value = isJson ? JSON.parse(text) : document.toJS();
  } catch (cause) {
    // JSON's own parser locates mistakes best. YAML reports an alias without an anchor only here.
    const position = /at position (\d+)/.exec(String(cause))?.[1] ?? text.length;
    return broken(isJson ? Number(position) : (error?.pos[0] ?? 0), UNREADABLE);
  }
  if (error) return broken(error.pos[0], error.code === 'DUPLICATE_KEY' ? TWICE : UNREADABLE);
  if (Value.Check(schema, value)) return { value, problems: [], problemAt };
  const problems = schemaMistakes(schema, value).map(({ path, what }) => problemAt(path, what));
  return { value: undefined, problems, problemAt };
}

const TWICE = 'це поле написано двічі; лишіть одне';
const UNREADABLE =
  'файл тут не читається; перевірте лапки, коми, дужки й відступи в\u00a0цьому рядку та\u00a0над ним';

/** Maximum characters of a wrong value in a message. */
const SHOWN = 100;

/** The problems of a value, one for each wrong field. */
function schemaMistakes(schema: TSchema, value: unknown) {
  const mistakes = new Map<string, { readonly path: Path; readonly what: string }>();
  for (const { path: pointer, type, value: found, schema: broken } of Value.Errors(schema, value)) {
    if (mistakes.has(pointer)) continue;
    const path = [...ValuePointer.Format(pointer)].map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    // For an unknown field, `broken` is its object's schema.
    const what =
      type === ValueErrorType.ObjectAdditionalProperties
        ? 'такого поля немає; приберіть його'
        : `має бути ${ruleOf(broken)}; зараз ${found === undefined ? `немає поля ${String(path.at(-1))}` : shown(found)}`;
    mistakes.set(pointer, { path, what });
  }
  return [...mistakes.values()];
}

function shown(value: unknown): string {
  if (value === '') return 'порожньо';
  const isText = typeof value === 'string';
  // Text too, because it may have several lines or control characters.
  const text = isText ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value);
  const cut = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return isText ? `«${cut}»` : cut;
}

/** The part of a schema that messages use. */
interface AnnotatedSchema {
  readonly type?: string;
  readonly title?: string;
  readonly rule?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly AnnotatedSchema[];
  readonly items?: AnnotatedSchema;
  readonly properties?: Readonly<Record<string, AnnotatedSchema>>;
}

const RULES: Readonly<Record<string, string>> = {
  string: 'непорожній текст',
  number: 'число без лапок',
  integer: 'ціле число без лапок',
  boolean: 'true (так) або\u00a0false (ні)',
  array: 'перелік у\u00a0квадратних дужках',
  object: 'набір полів',
};

/** Describes the values that a schema allows. Further limits need a `rule` in the schema. */
function ruleOf({ rule, anyOf, const: only, title, type }: AnnotatedSchema): string {
  if (rule !== undefined) return rule;
  if (anyOf) return anyOf.map(ruleOf).join(' або\u00a0');
  if (only !== undefined) return title === undefined ? shown(only) : `${shown(only)} (${title})`;
  return RULES[type ?? ''] ?? 'інше значення';
}

/** The labels of a value and its outer values: «Послуга № 2, «Ціна від»». */
function labelOf(schema: AnnotatedSchema, path: Path): string {
  const labels: string[] = [];
  let at: AnnotatedSchema | undefined = schema;
  for (const key of path) {
    if (typeof key === 'number') {
      const list = labels.pop() ?? '';
      at = at?.items;
      labels.push(`${at?.title ?? list} №\u00a0${String(key + 1)}`);
    } else {
      at = at?.properties?.[key];
      labels.push(`«${at?.title ?? key}»`);
    }
  }
  return labels.join(', ') || 'Файл';
}
