import { expect, test } from '@jest/globals';
import { Type } from '@sinclair/typebox';
import { checked, parseChecked, schemaProblems } from './checked';

const Schema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z]+$', rule: 'small letters' }),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    key: Type.Optional(Type.String({ maxLength: 3, secret: true })),
    kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Null()])),
    files: Type.Optional(Type.Record(Type.String(), Type.Object({ size: Type.Number() }))),
    list: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    title: Type.Optional(Type.String({ minLength: 1 })),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 2 })),
    id: Type.Optional(Type.String({ pattern: '^x' })),
    isOn: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

test.each([
  [null, 'the whole is null; it has to be an object'],
  [{}, 'name is missing; it has to be small letters'],
  [{ name: 'A\u001b[31m\n' }, 'name is “A\\u001b[31m\\n”; it has to be small letters'],
  [{ name: 'a', port: 10 }, 'port is 10; it has to be a whole number of 1 to 9'],
  [{ name: 'a', key: 'hidden' }, 'key is wrong; it has to be a text of at most 3 characters'],
  [{ name: 'a', kind: 'b' }, 'kind is “b”; it has to be “a” or null'],
  [{ name: 'a', files: { 'x~/y.js': { size: '1' } } }, 'files.x~/y.js.size is “1”; it has to be a number'],
  [{ name: 'a', list: [] }, 'list is []; it has to be a list of 1 entries or more'],
  [{ name: 'a', title: '' }, 'title is “”; it has to be a text that is not empty'],
  [{ name: 'a', tag: 'abc' }, 'tag is “abc”; it has to be a text of 1 to 2 characters'],
  [{ name: 'a', id: 'y' }, 'id is “y”; it has to be a text that matches ^x'],
  [{ name: 'a', isOn: 1 }, 'isOn is 1; it has to be true or false'],
  [{ name: 'a', more: 1 }, 'more is unknown; remove it'],
  [{ name: '-'.repeat(100) }, `name is “${'-'.repeat(100)}”; it has to be small letters`],
  [{ name: 'x'.repeat(99) + '-'.repeat(99) }, `name is “${'x'.repeat(99)}-…”; it has to be small letters`],
])('%j: %s', (value, problem) => {
  expect(schemaProblems(Schema, value).map(({ text }) => text)).toEqual([problem]);
});

test('a valid value is returned; the error for an invalid one names its file', () => {
  expect(checked(Schema, { name: 'a' }, 'x.json')).toEqual({ name: 'a' });
  expect(parseChecked(Schema, new TextEncoder().encode('{"name":"a"}'), 'x.json')).toEqual({ name: 'a' });
  expect(() => parseChecked(Schema, '{}', 'x.json')).toThrow(/^x\.json: name is missing; /);
  expect(() => parseChecked(Schema, '{"name":"secret', 'x.json')).toThrow(
    expect.objectContaining({ message: 'x.json is not JSON', cause: expect.any(SyntaxError) }),
  );
});
