import { describe, expect, test } from '@jest/globals';
import { FormatRegistry } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { fieldsOf, SERVICE_TYPES } from './forms.ts';
import {
  ContactMessageSchema,
  FormTokenSchema,
  HomeSchema,
  JobApplicationSchema,
  PostSchema,
  PostsQuerySchema,
  PostSummarySchema,
  ProblemSchema,
  ServiceSchema,
} from './schemas.ts';

FormatRegistry.Set('date-time', (value) => !Number.isNaN(Date.parse(value)));

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

  test('has these fields', () => {
    expect(Object.keys(fieldsOf(form)).sort()).toEqual([...Object.keys(valid), ...optional].sort());
  });

  test.each(Object.keys(valid))('is rejected if %s is missing, empty or blank', (name) => {
    const rest = Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name));
    expect(Value.Check(schema, rest)).toBe(false);
    for (const blank of ['', ' ', ' \t\r\n', '\u00A0\u3000']) {
      expect(Value.Check(schema, { ...rest, [name]: blank })).toBe(false);
    }
  });

  test.each(optional)('accepts an empty %s', (name) => {
    expect(Value.Check(schema, { ...valid, [name]: '' })).toBe(true);
  });

  test.each(limits)('accepts %s with %i characters, but not with one more', (name, max) => {
    expect(Value.Check(schema, { ...valid, [name]: 'ї'.repeat(max) })).toBe(true);
    expect(Value.Check(schema, { ...valid, [name]: 'ї'.repeat(max + 1) })).toBe(false);
  });
});

test.each([
  ['a@b', true],
  ['olena.melnyk+cv@example.com', true],
  [`${'a'.repeat(254 - '@example.com'.length)}@example.com`, true],
  [`${'a'.repeat(255 - '@example.com'.length)}@example.com`, false],
  ['olena', false],
  ['olena@', false],
  ['@example.com', false],
  ['olena@exa mple.com', false],
  ['olena@example..com', false],
  ['olena@-example.com', false],
  ['olena@example.com\n', false],
  ['олена@example.com', false],
])('the e-mail %j is accepted as browsers do: %s', (email, accepted) => {
  expect(Value.Check(ContactMessageSchema, { ...MESSAGE, email })).toBe(accepted);
});

test.each([
  ...SERVICE_TYPES.map((type) => [type, true] as const),
  ...['seo', 'SMM', ' '].map((type) => [type, false] as const),
])('the service type %j is accepted: %s', (service_type, accepted) => {
  expect(Value.Check(ContactMessageSchema, { ...MESSAGE, service_type })).toBe(accepted);
});

const PROBLEM = { type: 'about:blank', title: 'Not found', status: 404 };
const rejected = (...errors: readonly object[]) => ({ ...PROBLEM, errors });

test.each([
  ['query of posts', PostsQuerySchema, [{}, { limit: '99' }], [{ limit: '0' }, { limit: '100' }]],
  ['form token', FormTokenSchema, [{ token: 'a' }], [{}]],
  [
    'problem',
    ProblemSchema,
    [PROBLEM, rejected({ field: 'name', message: 'a' })],
    [{}, { ...PROBLEM, status: '404' }, rejected({ field: 'name' }), rejected({ message: 'a' })],
  ],
  [
    'proof against spam',
    ContactMessageSchema,
    [{ ...MESSAGE, token: 'a'.repeat(255), website: 'a'.repeat(5000) }],
    [
      { ...MESSAGE, token: 'a'.repeat(256) },
      { ...MESSAGE, website: 'a'.repeat(5001) },
    ],
  ],
])('only a valid %s is accepted', (_, schema, valid, invalid) => {
  expect([...valid, ...invalid].filter((value) => Value.Check(schema, value))).toEqual(valid);
});

test('the API’s document names its schemas', () => {
  const responses = [
    ServiceSchema,
    HomeSchema,
    PostSummarySchema,
    PostSchema,
    FormTokenSchema,
    ProblemSchema,
  ];
  const names = [...responses, JobApplicationSchema, ContactMessageSchema].map(({ $id }) => $id);
  expect(names.join(' ')).toBe(
    'Service Home PostSummary Post FormToken Problem JobApplication ContactMessage',
  );
});
