import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** What is wrong with a value, one sentence for every wrong field. */
export function schemaProblems(schema: TSchema, value: unknown): string[] {
  const sentences = new Map<string, string>();
  for (const { path, message, value: found } of Value.Errors(schema, value)) {
    const field = path.slice(1).replaceAll('/', '.') || 'the whole';
    const sentence = found === undefined ? `add the field ${field}` : `${field}: ${lowerFirst(message)}`;
    if (!sentences.has(field)) sentences.set(field, sentence);
  }
  return [...sentences.values()];
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
