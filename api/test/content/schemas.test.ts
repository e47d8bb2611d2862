import { expect, test } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { AuthorsSchema, PostFileSchema, ServicesSchema } from '../../src/content/schemas';

/** All fields below a schema, as paths with their schemas. */
const fieldsOf = ({ properties, items }: TSchema, path = ''): (readonly [string, TSchema])[] => [
  ...Object.entries((properties ?? {}) as Record<string, TSchema>).flatMap(([name, field]) => [
    [`${path}/${name}`, field] as const,
    ...fieldsOf(field, `${path}/${name}`),
  ]),
  ...(items ? fieldsOf(items as TSchema, `${path}/*`) : []),
];

test.each(Object.entries({ AuthorsSchema, PostFileSchema, ServicesSchema }))(
  'every field of %s has a label, and a rule where it has limits',
  (_, schema) => {
    for (const [path, field] of fieldsOf(schema)) {
      expect([path, field.title]).toEqual([path, expect.any(String)]);
      if ('pattern' in field || 'format' in field || 'anyOf' in field)
        expect([path, field['rule']]).toEqual([path, expect.any(String)]);
    }
  },
);
