import { describe, expect, test } from '@jest/globals';
import { FormatRegistry } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { LIMITS, SERVICE_TYPES } from './limits.ts';
import { ContactMessageSchema, JobApplicationSchema } from './schemas.ts';

FormatRegistry.Set('date-time', (value) => !Number.isNaN(Date.parse(value)));

const APPLICATION = {
  name: 'Олена',
  email: 'olena@example.com',
  phone: '+380',
  city: 'Вінниця',
  position: 'SMM',
};
const MESSAGE = { name: 'Ігор', email: 'ihor@example.com', phone: '+380', message: 'Гукаю' };

const FORMS = [
  { form: 'application', schema: JobApplicationSchema, valid: APPLICATION, optional: ['resume_text'] },
  { form: 'message', schema: ContactMessageSchema, valid: MESSAGE, optional: ['company'] },
] as const;

const isLimited = (name: string): name is keyof typeof LIMITS => name in LIMITS;
const limitOf = (name: string) => (isLimited(name) ? LIMITS[name] : Number.NaN);

describe.each(FORMS)('$form (specification, section 5)', ({ schema, valid, optional }) => {
  const limited = [...Object.keys(valid), ...optional].filter((name) => name !== 'email');

  test('is accepted with its required fields alone', () => {
    expect(Value.Check(schema, valid)).toBe(true);
  });

  test.each(Object.keys(valid))('needs %s, neither empty nor blank', (name) => {
    const rest = Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name));
    expect(Value.Check(schema, rest)).toBe(false);
    for (const blank of ['', ' ', ' \t\r\n', '\u00A0\u3000']) {
      expect(Value.Check(schema, { ...rest, [name]: blank })).toBe(false);
    }
  });

  test.each(optional)('takes an empty %s', (name) => {
    expect(Value.Check(schema, { ...valid, [name]: '' })).toBe(true);
  });

  test.each(limited)('takes %s of exactly its limit and not one character more', (name) => {
    expect(Value.Check(schema, { ...valid, [name]: 'ї'.repeat(limitOf(name)) })).toBe(true);
    expect(Value.Check(schema, { ...valid, [name]: 'ї'.repeat(limitOf(name) + 1) })).toBe(false);
  });

  test('has a limit for every text field', () => {
    const texts = Object.keys(schema.properties).filter((name) => name !== 'service_type');
    expect(texts.filter((name) => Number.isNaN(limitOf(name)))).toEqual([]);
  });

  test('takes no field that it does not know', () => {
    expect(Value.Check(schema, { ...valid, role: 'admin' })).toBe(false);
  });

  test.each([
    ['a@b', true],
    ['olena.melnyk+cv@example.com', true],
    [`${'a'.repeat(LIMITS.email - '@example.com'.length)}@example.com`, true],
    [`${'a'.repeat(LIMITS.email - '@example.com'.length + 1)}@example.com`, false],
    ['olena', false],
    ['olena@', false],
    ['@example.com', false],
    ['olena@exa mple.com', false],
    ['olena@example..com', false],
    ['olena@-example.com', false],
    ['olena@example.com\n', false],
    ['олена@example.com', false],
  ])('has the browser’s opinion on the e-mail %j: %s', (email, accepted) => {
    expect(Value.Check(schema, { ...valid, email })).toBe(accepted);
  });
});

test.each([
  ...[...SERVICE_TYPES, ''].map((type) => [type, true] as const),
  ...['seo', 'SMM', ' '].map((type) => [type, false] as const),
])('the service type %j is accepted: %s', (service_type, accepted) => {
  expect(Value.Check(ContactMessageSchema, { ...MESSAGE, service_type })).toBe(accepted);
});
