import { describe, expect, test } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import { fieldsOf, SERVICE_NAMES } from './forms.ts';
import * as formSchemas from './form-schemas.ts';
import * as schemas from './schemas.ts';

const { ContactMessageSchema, JobApplicationSchema } = formSchemas;
const { PostsQuerySchema } = schemas;

const PERSON = { name: 'Олена', email: 'olena@example.com', phone: '+380' };
const MESSAGE = { ...PERSON, message: 'Гукаю' };

/** The specification's forms, with smallest payload and optional fields. */
const FORMS = [
  {
    form: 'application',
    schema: JobApplicationSchema,
    valid: { ...PERSON, city: 'Вінниця', position: 'SMM' },
    optional: ['resume_text'],
  },
  { form: 'contact', schema: ContactMessageSchema, valid: MESSAGE, optional: ['company', 'service_type'] },
] as const;

describe.each(FORMS)('the $form form (specification, section 5)', ({ form, schema, valid, optional }) => {
  const limits = Object.entries(fieldsOf(form)).flatMap(([name, { max, email, choices }]) =>
    email || choices ? [] : [[name, max] as const],
  );

  test('has exactly these fields; only optional ones may be empty', () => {
    expect(Object.keys(fieldsOf(form)).sort()).toEqual([...Object.keys(valid), ...optional].sort());
    for (const name of optional) expect(Value.Check(schema, { ...valid, [name]: '' })).toBe(true);
  });

  test.each(Object.keys(valid))('is rejected if %s is missing, empty or blank', (name) => {
    const rest = Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name));
    expect(Value.Check(schema, rest)).toBe(false);
    for (const blank of ['', ' ', ' \t\r\n', '\u00A0\u3000']) {
      expect(Value.Check(schema, { ...rest, [name]: blank })).toBe(false);
    }
  });

  test.each(limits)('accepts %s with %i characters, but not with one more', (name, max) => {
    expect(Value.Check(schema, { ...valid, [name]: 'ї'.repeat(max) })).toBe(true);
    expect(Value.Check(schema, { ...valid, [name]: 'ї'.repeat(max + 1) })).toBe(false);
  });
});

const valuesOf = (field: string, ...values: readonly string[]) =>
  values.map((value) => ({ ...MESSAGE, [field]: value }));
const longAddress = (length: number) => 'a'.repeat(length - '@example.com'.length) + '@example.com';

const NO_ADDRESSES = [
  ...'olena olena@ @example.com olena@example..com olena@-example.com олена@example.com'.split(' '),
  ...['olena@exa mple.com', 'olena@example.com\n', longAddress(255)],
];

test.each([
  [
    'e-mail, as in browsers,',
    ContactMessageSchema,
    valuesOf('email', 'a@b', 'olena.melnyk+cv@example.com', longAddress(254)),
    valuesOf('email', ...NO_ADDRESSES),
  ],
  [
    'service type',
    ContactMessageSchema,
    valuesOf('service_type', ...Object.keys(SERVICE_NAMES)),
    valuesOf('service_type', 'seo', 'SMM', ' '),
  ],
  ['query of posts', PostsQuerySchema, [{}, { limit: '99' }], [{ limit: '0' }, { limit: '100' }]],
  [
    'proof against spam',
    ContactMessageSchema,
    [{ ...MESSAGE, token: 'a'.repeat(255), website: 'a'.repeat(5000) }],
    [...valuesOf('token', 'a'.repeat(256)), ...valuesOf('website', 'a'.repeat(5001))],
  ],
])('only a valid %s is accepted', (_, schema, valid, invalid) => {
  expect([...valid, ...invalid].filter((value) => Value.Check(schema, value))).toEqual(valid);
});

test('schemas that the API’s document names have the name of their constant', () => {
  const { PictureSchema: _, PostsQuerySchema: __, ...named } = schemas;
  for (const [constant, { $id }] of Object.entries({ ...named, ...formSchemas }))
    expect(`${String($id)}Schema`).toBe(constant);
});
