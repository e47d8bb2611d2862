import { OptionalKind, type TSchema } from '@sinclair/typebox';
import { POSTS, SINGLE_FILES } from '../files';

/** Names of the properties that a file may lack. */
const optional = new Set([POSTS, ...SINGLE_FILES].flatMap(({ schema }) => optionalNames(schema)));

function optionalNames(schema: TSchema): string[] {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, TSchema>>;
  const items = schema['items'] as TSchema | undefined;
  return [
    ...Object.keys(properties).filter((name) => OptionalKind in (properties[name] ?? {})),
    ...[...Object.values(properties), ...(items ? [items] : [])].flatMap(optionalNames),
  ];
}

/** An entry as its file has it: without optional fields that are empty, switches that are off among them. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, each]) => !optional.has(name) || !['', null, undefined, false].includes(each as string),
  );
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutEmpty(each)]));
}
