import { expect, test } from '@jest/globals';
import { FormatRegistry, type TSchema } from '@sinclair/typebox';
import { Value, ValuePointer } from '@sinclair/typebox/value';
import { checkedHome, checkedPost, checkedPosts, checkedServices } from './answers.ts';
import { GOLDEN_HOME, GOLDEN_POST, GOLDEN_SERVICES } from './golden.ts';
import { HomeSchema, PostSchema, PostSummarySchema, ServiceSchema, type Home } from './schemas.ts';

FormatRegistry.Set('date-time', (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)));

const ignore = () => undefined;

const ANYTHING = [
  ...[undefined, null, '', 'луна', 0, 1.5, Infinity, true, [], ['а'], [1], {}],
  ...['2026-01-15T09:30:00.000Z', ' 2026-01-15T09:30:00.000Z', '2026'],
];

type Check = (value: unknown) => unknown;

const ANSWERS: readonly (readonly [string, TSchema, Check, object])[] = [
  [
    'service',
    ServiceSchema,
    (each) => checkedServices([each], ignore),
    { ...GOLDEN_SERVICES[0], service_type: 'smm' },
  ],
  ['post in a list', PostSummarySchema, (each) => checkedPosts([each], ignore), GOLDEN_POST],
  ['post', PostSchema, checkedPost, GOLDEN_POST],
  ...(Object.keys(GOLDEN_HOME) as (keyof Home)[]).map((name) => {
    const check: Check = (value) => checkedHome({ [name]: value }, name);
    return [`section ${name}`, HomeSchema.properties[name], check, GOLDEN_HOME[name]] as const;
  }),
];

/** JSON pointers of all parts of a value. */
const pointersIn = (value: unknown, at = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => [`${at}/${key}`, ...pointersIn(part, `${at}/${key}`)])
    : [];

test.each(ANSWERS)('each part of a %s has the same validity as by its schema', (_, schema, check, good) => {
  const accepts = (value: unknown) => {
    try {
      check(value);
      return true;
    } catch {
      return false;
    }
  };
  expect(accepts(good)).toBe(true);
  for (const pointer of pointersIn(good))
    for (const value of ANYTHING) {
      const changed = structuredClone(good);
      ValuePointer.Set(changed, pointer, value);
      expect([pointer, value, accepts(changed)]).toEqual([pointer, value, Value.Check(schema, changed)]);
    }
});

test('a list keeps its valid items and logs the others', () => {
  const logged: string[] = [];
  const posts = [GOLDEN_POST, {}, { ...GOLDEN_POST, image: {} }];
  expect(checkedPosts(posts, (message) => void logged.push(message))).toEqual([GOLDEN_POST]);
  expect(logged).toEqual([
    'The API’s posts, no. 2, is left out: id is not a valid string',
    'The API’s posts, no. 3, is left out: image.url is not a valid string',
  ]);
  expect(checkedServices([], ignore)).toEqual([]);
});

const postWith = (changes: object) => () => checkedPost({ ...GOLDEN_POST, ...changes });
test.each<[message: string, check: () => unknown]>([
  ['no list of services', () => checkedServices({}, ignore)],
  ['no valid services', () => checkedServices([null], ignore)],
  ['an invalid post: created_at is not a valid date-time', postWith({ created_at: '2026' })],
  ['an invalid post: next.0.id is not a valid string', postWith({ next: [{}] })],
  ['an invalid hero: it is not a valid object', () => checkedHome({ hero: 'луна' }, 'hero')],
])('the error names %s', (message, check) => {
  expect(check).toThrow(new Error(`The API returned ${message}`));
});
