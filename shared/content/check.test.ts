import { expect, test } from '@jest/globals';
import { Type } from '@sinclair/typebox';
import { parseContent, problemLine } from './check';

const Schema = Type.Object(
  {
    services: Type.Array(
      Type.Object(
        {
          name: Type.String({ title: 'Назва', minLength: 1 }),
          price: Type.Optional(
            Type.Number({ title: 'Ціна від', exclusiveMinimum: 0, rule: 'число, більше за 0' }),
          ),
          features: Type.Optional(Type.Array(Type.String(), { title: 'Що входить' })),
          kind: Type.Optional(
            Type.Union([Type.Literal('smm'), Type.Literal('seo', { title: 'пошук' })], { title: 'Вид' }),
          ),
        },
        { title: 'Послуга', additionalProperties: false },
      ),
      { title: 'Послуги' },
    ),
  },
  { additionalProperties: false },
);

const problems = (text: string, file = 'a/services.json') =>
  parseContent(Schema, text, file).problems.map(problemLine);

test('all mistakes are reported in Ukrainian, with file, line, field and remedy', () => {
  const text = `{
  "services": [
    { "name": "SMM", "price": 1 },
    {
      "name": "",
      "price": "дорого",
      "features": ["раз", 2],
      "kind": "tv",
      "colour": "red"
    },
    {}
  ]
}`;
  expect(problems(text).sort()).toEqual(
    [
      'a/services.json, рядок 5: Послуга №\u00a02, «Назва» — має бути непорожній текст; зараз порожньо',
      'a/services.json, рядок 6: Послуга №\u00a02, «Ціна від» — має бути число, більше за 0; зараз «дорого»',
      'a/services.json, рядок 7: Послуга №\u00a02, «Що входить» №\u00a02 — має бути непорожній текст; зараз 2',
      'a/services.json, рядок 8: Послуга №\u00a02, «Вид» — має бути «smm» або\u00a0«seo» (пошук); зараз «tv»',
      'a/services.json, рядок 9: Послуга №\u00a02, «colour» — такого поля немає; приберіть його',
      'a/services.json, рядок 11: Послуга №\u00a03, «Назва» — має бути непорожній текст; зараз немає поля name',
    ].sort(),
  );
});

test.each([
  ['a comma at the end', '{\n  "services": [],\n}', 3],
  ['a comment', '{\n  "services": [] // none\n}', 2],
  ['a missing quote', '{\n  "services: []\n}', 2],
  ['a missing bracket', '{\n  "services": [\n}', 3],
])('JSON with %s cannot be read', (_, text, line) => {
  expect(problems(text)).toEqual([
    expect.stringMatching(new RegExp(`^a/services\\.json, рядок ${String(line)}: файл тут не читається`)),
  ]);
});

test('a duplicate field is reported', () => {
  expect(problems('{\n"services": [],\n"services": []\n}')).toEqual([
    'a/services.json, рядок 3: це поле написано двічі; лишіть одне',
  ]);
});

test('a file of another shape is reported', () => {
  expect(problems('[]')).toEqual(['a/services.json, рядок 1: Файл — має бути набір полів; зараз []']);
});

test.each([
  [
    'a mistake',
    'services:\n  - name: 5\n',
    3,
    'Послуга №\u00a01, «Назва» — має бути непорожній текст; зараз 5',
  ],
  ['an undefined alias', 'services: *no', 2, 'файл тут не читається'],
  ['no end', 'services: [', 2, 'файл тут не читається'],
])('YAML with %s is reported with the line number in its file', (_, yaml, line, text) => {
  expect(parseContent(Schema, yaml, 'a/post.md', 2).problems).toEqual([
    { file: 'a/post.md', line, text: expect.stringContaining(text) },
  ]);
});

test('a valid value is returned; further problems get labels and lines', () => {
  const { value, problemAt } = parseContent(Schema, '{\n"services": [\n{"name": "SMM"}]}', 'a/services.json');
  expect(value).toEqual({ services: [{ name: 'SMM' }] });
  expect(problemLine(problemAt(['services', 0, 'name'], 'надто коротка'))).toBe(
    'a/services.json, рядок 3: Послуга №\u00a01, «Назва» — надто коротка',
  );
});
