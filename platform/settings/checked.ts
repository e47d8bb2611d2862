import type { Static, TSchema } from '@sinclair/typebox';
import { Value, ValueErrorType, ValuePointer } from '@sinclair/typebox/value';

const MAX_SHOWN_CHARACTERS = 100;

/**
 * Returns the value if it matches its schema. Throws with the file, the first wrong field, its value and the rule. A
 * schema's own `rule` describes the allowed values; `secret: true` hides the value.
 */
export function checked<Schema extends TSchema>(
  schema: Schema,
  value: unknown,
  file: string,
): Static<Schema> {
  if (Value.Check(schema, value)) return value;
  throw new Error(`${file}: ${problemIn(schema, value)}`);
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

function problemIn(schema: TSchema, value: unknown): string {
  const error = Value.Errors(schema, value).First();
  if (!error) return 'it is malformed';
  const { path, type, value: found, message, schema: broken } = error;
  const { rule, secret } = broken as { readonly rule?: string; readonly secret?: boolean };
  const field = [...ValuePointer.Format(path)].join('.') || 'the whole';
  if (type === ValueErrorType.ObjectAdditionalProperties) return `${field} is unknown; remove it`;
  const what = found === undefined ? 'missing' : secret ? 'wrong' : shown(found);
  return `${field} is ${what}; ${rule === undefined ? message.replace('E', 'e') : `it has to be ${rule}`}`;
}

function shown(value: unknown): string {
  const isText = typeof value === 'string';
  // Escapes line ends and control characters.
  const text = isText ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value);
  const cut = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
  return isText ? `“${cut}”` : cut;
}
