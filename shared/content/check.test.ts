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
  expect(parseContent(Schema, text, 'a/services.json').problems.map(problemLine).sort()).toEqual(
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

const UNREADABLE = 'файл тут не читається';
test.each([
  ['JSON with a comma at the end', 'x.json', '{\n  "services": [],\n}', 4, UNREADABLE],
  ['JSON with a comment', 'x.json', '{\n  "services": [] // none\n}', 3, UNREADABLE],
  ['JSON with a missing quote', 'x.json', '{\n  "services: []\n}', 3, UNREADABLE],
  ['JSON with a missing bracket', 'x.json', '{\n  "services": [\n}', 4, UNREADABLE],
  ['JSON with a duplicate', 'x.json', '{\n"services": [],\n"services": []\n}', 4, 'це поле написано двічі'],
  ['JSON of another shape', 'x.json', '[]', 2, 'Файл — має бути набір полів; зараз []'],
  ['YAML with a mistake', 'x.md', 'services:\n  - name: 5\n', 3, '«Назва» — має бути непорожній текст'],
  ['YAML with an undefined alias', 'x.md', 'services: *no', 2, UNREADABLE],
  ['YAML with no end', 'x.md', 'services: [', 2, UNREADABLE],
])('%s is reported with the line number in its file', (_, file, text, line, what) => {
  expect(parseContent(Schema, text, file, 2).problems).toEqual([
    { file, line, text: expect.stringContaining(what) },
  ]);
});

test('a valid value is returned; further problems get labels and lines', () => {
  const { value, problemAt } = parseContent(Schema, '{\n"services": [\n{"name": "SMM"}]}', 'a/services.json');
  expect(value).toEqual({ services: [{ name: 'SMM' }] });
  expect(problemLine(problemAt(['services', 0, 'name'], 'надто коротка'))).toBe(
    'a/services.json, рядок 3: Послуга №\u00a01, «Назва» — надто коротка',
  );
});
