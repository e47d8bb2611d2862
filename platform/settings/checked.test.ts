import { expect, test } from '@jest/globals';
import { Type } from '@sinclair/typebox';
import { checked, parseChecked } from './checked';

const Schema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z]+$', rule: 'small letters' }),
    port: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    key: Type.Optional(Type.String({ maxLength: 3, rule: 'a key', secret: true })),
    files: Type.Optional(Type.Record(Type.String(), Type.Object({ size: Type.Number() }))),
  },
  { additionalProperties: false },
);

test.each([
  [null, 'the whole is null; expected object'],
  [{}, 'name is missing; it has to be small letters'],
  [{ name: 'A\u001b[31m\n' }, 'name is “A\\u001b[31m\\n”; it has to be small letters'],
  [{ name: 'a', port: 10 }, 'port is 10; expected integer to be less or equal to 9'],
  [{ name: 'a', key: 'hidden' }, 'key is wrong; it has to be a key'],
  [{ name: 'a', files: { 'x~/y.js': { size: '1' } } }, 'files.x~/y.js.size is “1”; expected number'],
  [{ name: 'a', files: { x: {} } }, 'files.x.size is missing; expected required property'],
  [{ name: 'a', more: 1 }, 'more is unknown; remove it'],
  [{ name: '-'.repeat(100) }, `name is “${'-'.repeat(100)}”; it has to be small letters`],
  [{ name: 'x'.repeat(99) + '-'.repeat(99) }, `name is “${'x'.repeat(99)}-…”; it has to be small letters`],
])('%j: %s', (value, problem) => {
  expect(() => checked(Schema, value, 'x.json')).toThrow(new Error(`x.json: ${problem}`));
});

test('a valid value is returned; a text that is not JSON is rejected', () => {
  expect(checked(Schema, { name: 'a' }, 'x.json')).toEqual({ name: 'a' });
  expect(parseChecked(Schema, new TextEncoder().encode('{"name":"a"}'), 'x.json')).toEqual({ name: 'a' });
  expect(() => parseChecked(Schema, '{"name":"secret', 'x.json')).toThrow(
    expect.objectContaining({ message: 'x.json is not JSON', cause: expect.any(SyntaxError) }),
  );
});
