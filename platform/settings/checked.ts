import type { Static, TSchema } from '@sinclair/typebox';
import { Value, ValueErrorType } from '@sinclair/typebox/value';

/** A field that its schema does not allow. */
export interface SchemaProblem {
  /** The keys and indices that lead to the field. */
  readonly path: readonly string[];
  /** The value and the rule that it breaks. */
  readonly text: string;
}

const MAX_SHOWN_CHARACTERS = 100;

/**
 * One sentence for each field that breaks its schema. A schema's own `rule` describes the allowed values; `secret:
 * true` hides the value.
 */
export function schemaProblems(schema: TSchema, value: unknown): SchemaProblem[] {
  const problems = new Map<string, SchemaProblem>();
  for (const { path: pointer, type, value: found, schema: broken } of Value.Errors(schema, value)) {
    const path = pointer
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const field = path.join('.') || 'the whole';
    // For an unknown field, this is its object's schema.
    if (type === ValueErrorType.ObjectAdditionalProperties) {
      problems.set(pointer, { path, text: `${field} is unknown; remove it` });
      continue;
    }
    const what = found === undefined ? 'missing' : broken['secret'] === true ? 'wrong' : shown(found);
    problems.set(pointer, { path, text: `${field} is ${what}; it has to be ${ruleOf(broken)}` });
  }
  return [...problems.values()];
}

/** Returns the value if it matches its schema. Throws with the file, the first wrong field and its value. */
export function checked<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  file: string,
): Static<Schema> {
  if (Value.Check(schema, value)) return value;
  throw new Error(`${file}: ${schemaProblems(schema, value)[0]?.text ?? 'it is malformed'}`);
}

/** Parses a JSON text and checks it in the same way. */
export function parseChecked<Schema extends TSchema>(
  schema: Schema,
  json: string | Uint8Array,
  file: string,
): Static<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json));
  } catch (cause) {
    throw new Error(`${file} is not JSON`, { cause });
  }
  return checked(schema, value, file);
}

function shown(value: unknown): string {
  const isText = typeof value === 'string';
  // Escapes line ends and control characters.
  const text = isText ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value);
  const cut = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
  return isText ? `“${cut}”` : cut;
}

/** Options of a schema, in addition to its type. */
interface Rules extends Readonly<
  Partial<Record<'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems', number>>
> {
  readonly type?: string;
  readonly rule?: string;
  readonly pattern?: string;
  readonly anyOf?: readonly TSchema[];
}

/** Describes the values that a schema allows. */
function ruleOf(schema: TSchema): string {
  const { rule, anyOf, type, pattern, minLength, maxLength, minimum, maximum, minItems, maxItems } =
    schema as Rules;
  if (rule !== undefined) return rule;
  if (anyOf) return anyOf.map(ruleOf).join(' or ');
  if ('const' in schema) return shown(schema['const']);
  switch (type) {
    case 'string':
      if (pattern !== undefined) return `a text that matches ${pattern}`;
      return minLength === 1 && maxLength === undefined
        ? 'a text that is not empty'
        : `a text${range(minLength, maxLength, ' characters')}`;
    case 'integer':
      return `a whole number${range(minimum, maximum)}`;
    case 'number':
      return `a number${range(minimum, maximum)}`;
    case 'array':
      return `a list${range(minItems, maxItems, ' entries')}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    default:
      return 'an object';
  }
}

function range(least?: number, most?: number, unit = ''): string {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return ` of ${String(least)}${unit} or more`;
  return least === undefined
    ? ` of at most ${String(most)}${unit}`
    : ` of ${String(least)} to ${String(most)}${unit}`;
}
