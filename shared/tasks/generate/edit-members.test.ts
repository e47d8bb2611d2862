import { describe, expect, test } from '@jest/globals';
import { insertImport, insertMember, keysOf, removeImport, removeMembers } from './edit-members';

type Case = readonly [
  what: string,
  file: string,
  text: string,
  member: string,
  after: string | null,
  edited: string,
];

const CASES: readonly Case[] = [
  [
    'an object',
    'a.ts',
    'const it = {\n  a: 1,\n  b: 2,\n};',
    'c: 3',
    'a',
    'const it = {\n  a: 1,\n  c: 3,\n  b: 2,\n};',
  ],
  ['an object’s end', 'a.ts', 'const it = { a, b };', 'c', 'b', 'const it = { a, b, c };'],
  [
    'an object’s beginning',
    'a.ts',
    "const it = {\n  'x/A': {},\n};",
    "'x/B': {}",
    null,
    "const it = {\n  'x/B': {},\n  'x/A': {},\n};",
  ],
  [
    'a constant that satisfies a type',
    'a.tsx',
    "const it = {\n  a: <i />,\n} as const satisfies Record<'a', unknown>;",
    'b: <b />',
    'a',
    "const it = {\n  a: <i />,\n  b: <b />,\n} as const satisfies Record<'a', unknown>;",
  ],
  ['an array', 'a.ts', "const it = ['a', 'b'] as const;", "'c'", 'a', "const it = ['a', 'c', 'b'] as const;"],
  [
    'an interface',
    'a.ts',
    "interface it {\n  'x/A': A;\n}",
    "'x/B': B",
    'x/A',
    "interface it {\n  'x/A': A;\n  'x/B': B;\n}",
  ],
  [
    'a property of JSON',
    'a.json',
    '{\n  "it": [\n    "a"\n  ]\n}',
    '"b"',
    'a',
    '{\n  "it": [\n    "a",\n    "b"\n  ]\n}',
  ],
  [
    'objects of JSON',
    'a.json',
    '{ "it": [\n    { "path": "../a" }\n  ] }',
    '{ "path": "../b" }',
    '../a',
    '{ "it": [\n    { "path": "../a" },\n    { "path": "../b" }\n  ] }',
  ],
];

describe('a member is put into, and taken out of,', () => {
  test.each(CASES)('%s', (_what, file, text, member, after, edited) => {
    const place = { file, of: 'it' };
    expect(insertMember({ ...place, text }, member, after)).toBe(edited);
    const [added = ''] = keysOf({ ...place, text: edited }).filter(
      (key) => !keysOf({ ...place, text }).includes(key),
    );
    expect(removeMembers({ ...place, text: edited }, (key) => key === added)).toBe(text);
  });
});

test.each([
  ['b: 1', 'c', 'a.ts, it, has no c'],
  ['a: 1', 'a', 'a.ts has a already'],
])('%s after %s is an error that names the place', (member, after, message) => {
  const place = { file: 'a.ts', text: 'const it = { a: 1 };', of: 'it' };
  expect(() => insertMember(place, member, after)).toThrow(message);
});

test('a list that is not there is an error that names it', () => {
  expect(() => keysOf({ file: 'a.ts', text: 'const that = 1;', of: 'it' })).toThrow(
    'a.ts has no it that can be read',
  );
});

const IMPORTS = "import { z } from 'z';\nimport { A } from './a';\nimport { C } from './c';\n\nuse();\n";
test.each([
  [
    './b',
    "import { z } from 'z';\nimport { A } from './a';\nimport { X } from './b';\nimport { C } from './c';\n\nuse();\n",
  ],
  [
    './d',
    "import { z } from 'z';\nimport { A } from './a';\nimport { C } from './c';\nimport { X } from './d';\n\nuse();\n",
  ],
])('an import of %s is put into its place, and taken out', (specifier, edited) => {
  expect(insertImport(IMPORTS, `import { X } from '${specifier}';`)).toBe(edited);
  expect(removeImport(edited, specifier)).toBe(IMPORTS);
});
