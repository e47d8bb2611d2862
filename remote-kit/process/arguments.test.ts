import { expect, jest, test } from '@jest/globals';
import { helped, readArguments } from './arguments';

const OPTIONS = { key: { type: 'string' }, origin: { type: 'string' }, dry: { type: 'boolean' } } as const;

test.each([
  ['add --key -iwy9 x', { key: '-iwy9' }, ['add', 'x']],
  ['--key=-iwy9', { key: '-iwy9' }, []],
  ['--key --iwy9', { key: '--iwy9' }, []],
  ['--key -- --origin -', { key: '--', origin: '-' }, []],
  ['--dry --key a', { dry: true, key: 'a' }, []],
  ['-- -x', {}, ['-x']],
])('%s', (line, values, positionals) => {
  expect({ ...readArguments(line.split(' '), OPTIONS) }).toMatchObject({
    values: expect.objectContaining(values) as object,
    positionals,
  });
});

test.each([
  ['--key --origin x', /'--key/],
  ['--key', /'--key/],
  ['--kei x', /Unknown option '--kei'/],
  ['-x', /Unknown option '-x'/],
])('%s is rejected', (line, message) => {
  expect(() => readArguments(line.split(' '), OPTIONS)).toThrow(message);
});

test('help is printed when it is asked for', () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect([helped('how', ['a', '--help']), helped('how', ['help'])]).toEqual([true, false]);
  expect(write.mock.calls).toEqual([['how\n']]);
});
