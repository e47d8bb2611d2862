import { expect, test } from '@jest/globals';
import { FormatRegistry, type TObject } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { checkedHome, checkedPost, checkedPosts, checkedServices } from './answers.ts';
import { GOLDEN_HOME, GOLDEN_POST, GOLDEN_SERVICES } from './golden.ts';
import { HomeSchema, PostSchema, PostSummarySchema, ServiceSchema, type Home } from './schemas.ts';

FormatRegistry.Set('date-time', (text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)));

const ANYTHING = [
  ...[undefined, null, '', 'луна', 0, 1.5, true, [], ['а'], [1], {}],
  ...['2026-01-15T09:30:00.000Z', ' 2026-01-15T09:30:00.000Z', '2026'],
  ...[[GOLDEN_POST], [{ ...GOLDEN_POST, created_at: 'вчора' }], [GOLDEN_POST, {}]],
];

type Check = (value: unknown) => unknown;
const one =
  (check: (answer: unknown, log: () => void) => unknown[]): Check =>
  (value) =>
    check([value], () => undefined)[0];

const homeOf =
  (section: keyof Home): Check =>
  (value) =>
    checkedHome({ [section]: value }, section);
const { team, vacancies } = HomeSchema.properties;

const ANSWERS: readonly (readonly [string, TObject, Check, object | undefined])[] = [
  ['service', ServiceSchema, one(checkedServices), { ...GOLDEN_SERVICES[0], service_type: 'smm' }],
  ['post in a list', PostSummarySchema, one(checkedPosts), GOLDEN_POST],
  ['post', PostSchema, checkedPost, GOLDEN_POST],
  ...(Object.keys(GOLDEN_HOME) as (keyof Home)[]).map(
    (name) => [`section ${name}`, HomeSchema.properties[name], homeOf(name), GOLDEN_HOME[name]] as const,
  ),
  [
    'person',
    team.properties.people.items,
    (person) => checkedHome({ team: { lead: '', people: [person] } }, 'team').people[0],
    GOLDEN_HOME.team.people[0],
  ],
  [
    'vacancy',
    vacancies.properties.vacancies.items,
    (each) => checkedHome({ vacancies: { lead: '', vacancies: [each] } }, 'vacancies').vacancies[0],
    GOLDEN_HOME.vacancies.vacancies[0],
  ],
];

test.each(
  ANSWERS.flatMap(([kind, schema, check, good]) =>
    Object.keys(schema.properties).map((name) => [kind, name, schema, check, good] as const),
  ),
)('a %s: %s has the same validity as by its schema', (_kind, name, schema, check, good) => {
  const accepts = (value: unknown) => {
    try {
      return check(value) === value;
    } catch {
      return false;
    }
  };
  for (const value of ANYTHING) {
    const { [name]: _, ...rest } = good as Readonly<Record<string, unknown>>;
    const changed = value === undefined ? rest : { ...rest, [name]: value };
    expect([value, accepts(changed)]).toEqual([value, Value.Check(schema, changed)]);
  }
});

const ignore = () => undefined;

test('a list keeps its valid items and logs the others', () => {
  const logged: string[] = [];
  const posts = [GOLDEN_POST, {}, { ...GOLDEN_POST, image: {} }];
  expect(checkedPosts(posts, (message) => void logged.push(message))).toEqual([GOLDEN_POST]);
  expect(logged).toEqual([
    'The API’s posts, no. 2, is left out: its id is not a valid text',
    'The API’s posts, no. 3, is left out: its image is not a valid optional picture',
  ]);
  expect(checkedServices([], ignore)).toEqual([]);
});

const postWith = (changes: object) => () => checkedPost({ ...GOLDEN_POST, ...changes });
test.each<[message: string, check: () => unknown]>([
  ['no list of services', () => checkedServices({}, ignore)],
  ['no valid services', () => checkedServices([null], ignore)],
  ['an invalid post: its created_at is not a valid time', postWith({ created_at: '2026' })],
  ['an invalid post: its next is not a valid optional list of posts', postWith({ next: [{}] })],
  ['an invalid hero: it is not an object', () => checkedHome({ hero: 'луна' }, 'hero')],
])('the error names %s', (message, check) => {
  expect(check).toThrow(
    expect.objectContaining({ name: 'WrongAnswer', message: `The API returned ${message}` }),
  );
});
