import { describe, expect, test } from '@jest/globals';
import { contractDeclarations } from '../build/contract-declarations';
import { contractBreaks } from './contract-change';

const moduleWith = (props: string, { head = '{}', api = '{}' } = {}) =>
  `{ accepts: { props: ${props}; params: { "postId": string }; context: { "api": ${api} } }; gives: { head: ${head} } }`;

describe('a module still fits the shell that is live', () => {
  test.each([
    ['when nothing changed', '{ "a": string }', '{ "a": string }'],
    ['when it asks for less', '{ "a": string; "b": number }', '{ "a": string }'],
    ['when it accepts a prop more, if it is there', '{ "a": string }', '{ "a": string; "b"?: number }'],
    ['when it accepts more values', '{ "a": "x" }', '{ "a": "x" | "y" }'],
    [
      'when its slot hands over more',
      '{ "form": ((slot: { "a": string }) => React.ReactNode) }',
      '{ "form": ((slot: { "a": string; "b": string }) => React.ReactNode) }',
    ],
  ])('%s', (_, live, own) => {
    expect(contractBreaks(moduleWith(live), moduleWith(own))).toEqual([]);
  });

  test('when its head says more', () => {
    expect(
      contractBreaks(
        moduleWith('{}', { head: '{ "title": string }' }),
        moduleWith('{}', { head: '{ "title": string; "x": 1 }' }),
      ),
    ).toEqual([]);
  });
});

describe('a module does not fit any more', () => {
  test.each([
    [
      'when a prop was renamed',
      '{ "outcome": null | string }',
      '{ "result": null | string }',
      /Property 'result' is missing/,
    ],
    [
      'when it needs a prop more',
      '{ "a": string }',
      '{ "a": string; "b": number }',
      /Property 'b' is missing/,
    ],
    ['when it accepts fewer values', '{ "a": "x" | "y" }', '{ "a": "x" }', /not assignable to type '"x"'/],
    [
      'when a prop may be absent no longer',
      '{ "a"?: string }',
      '{ "a": string }',
      /optional .* but required|undefined/,
    ],
    [
      'when its slot hands over less',
      '{ "form": ((slot: { "a": string; "b": string }) => React.ReactNode) }',
      '{ "form": ((slot: { "a": string }) => React.ReactNode) }',
      /Property 'b' is missing$/,
    ],
  ])('%s', (_, live, own, words) => {
    expect(contractBreaks(moduleWith(live), moduleWith(own)).join('\n')).toMatch(words);
  });

  test('when its head says less', () => {
    const found = contractBreaks(moduleWith('{}', { head: '{ "title": string }' }), moduleWith('{}'));
    expect(found.join()).toMatch(/Property 'title' is missing/);
  });

  test('when its load calls what the shell’s API does not have', () => {
    const own = moduleWith('{}', { api: '{ "news": (() => Promise<string>) }' });
    expect(contractBreaks(moduleWith('{}'), own).join()).toMatch(/Property 'news' is missing/);
  });

  test('when a declaration is no type', () => {
    expect(contractBreaks(moduleWith('{}'), 'x x')).not.toEqual([]);
  });
});

test('the declarations of this tree are types, and fit themselves however they are written', () => {
  for (const declaration of new Set(Object.values(contractDeclarations()))) {
    // Not the same text: the compiler has to read both.
    expect(contractBreaks(declaration, `${declaration} `)).toEqual([]);
  }
});
