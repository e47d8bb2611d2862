import { describe, expect, test } from '@jest/globals';
import { FormatRegistry, type TObject } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { checkedPost, checkedPosts, checkedServices } from './answers.ts';
import { PostSchema, PostSummarySchema, ServiceSchema } from './schemas.ts';

FormatRegistry.Set('date-time', (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)));

const time = '2026-01-15T09:30:00.000Z';
const service = {
  title: 'а',
  description: 'а',
  icon_url: 'а',
  features: ['а'],
  price_from: 1,
  service_type: 'а',
};
const summary = {
  id: 'а',
  title: 'а',
  excerpt: '',
  category: '',
  image_url: '',
  created_at: time,
  author: '',
};
const ANYTHING = [
  undefined,
  null,
  '',
  'луна',
  0,
  1.5,
  true,
  [],
  ['а'],
  [1],
  {},
  '2026-01-15T09:30:00.000Z',
  '2026',
  [summary],
  [{ ...summary, created_at: 'вчора' }],
  [summary, {}],
];
const accepts = (check: () => unknown) => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};
const one =
  <Data>(check: (answer: unknown, log: () => void) => Data[]) =>
  (value: unknown) =>
    check([value], () => undefined);

const ANSWERS: readonly {
  name: string;
  schema: TObject;
  check: (value: unknown) => unknown;
  good: object;
}[] = [
  { name: 'service', schema: ServiceSchema, check: one(checkedServices), good: service },
  { name: 'post of a list', schema: PostSummarySchema, check: one(checkedPosts), good: summary },
  {
    name: 'post',
    schema: PostSchema,
    check: checkedPost,
    good: { ...summary, content: '', image_alt: '', description: '', next: [summary] },
  },
];

describe.each(ANSWERS)('a $name', ({ schema, check, good }) => {
  test('is good when its schema says so', () => {
    expect(Value.Check(schema, good)).toBe(true);
    expect(check(good)).toEqual(check === checkedPost ? good : [good]);
  });

  test.each(Object.keys(schema.properties))('is checked at %s as its schema does', (name) => {
    for (const value of ANYTHING) {
      const rest = Object.fromEntries(Object.entries(good).filter(([key]) => key !== name));
      const changed = value === undefined ? rest : { ...rest, [name]: value };
      expect([value, accepts(() => check(changed))]).toEqual([value, Value.Check(schema, changed)]);
    }
  });

  test.each([null, undefined, 'луна', 1, []])('is no %j', (value) => {
    expect(accepts(() => check(value))).toBe(Value.Check(schema, value));
  });
});
