import { describe, expect, test } from '@jest/globals';
import { contractDeclarations, type ContractDeclarations } from '../build/contract-declarations';
import { declared } from './testing/site-double';
import { contractBreaks } from './contract-change';

const breaks = (live: ContractDeclarations, own: ContractDeclarations) =>
  contractBreaks(live, own, 'blog/Post');

describe('a module still fits the shell that is live', () => {
  test.each([
    ['when it asks for less', '{ a: string; b: number }', '{ a: string }'],
    ['when it accepts a prop more, if it is there', '{ a: string }', '{ a: string; b?: number }'],
    [
      'when its slot hands over more',
      '{ form: ((slot: { a: string }) => string) }',
      '{ form: ((slot: { a: string; b: string }) => string) }',
    ],
  ])('%s', (_, live, own) => {
    expect(breaks(declared(live), declared(own))).toEqual([]);
  });
});

describe('a module does not fit any more', () => {
  test.each([
    [
      'when a prop was renamed',
      '{ outcome: null | string }',
      '{ result: null | string }',
      /Property 'result' is missing/,
    ],
    ['when it accepts fewer values', '{ a: "x" | "y" }', '{ a: "x" }', /not assignable to type '"x"'/],
    ['when a prop may be absent no longer', '{ a?: string }', '{ a: string }', /Property 'a' is optional/],
    [
      'when its slot hands over less',
      '{ form: ((slot: { a: string; b: string }) => string) }',
      '{ form: ((slot: { a: string }) => string) }',
      /Property 'b' is missing$/,
    ],
  ])('%s', (_, live, own, words) => {
    expect(breaks(declared(live), declared(own)).join('\n')).toMatch(words);
  });

  test('when its head says less', () => {
    const found = breaks(declared('{}', { head: '{ title: string }' }), declared('{}'));
    expect(found.join()).toMatch(/Property 'title' is missing/);
  });

  test('when its load calls what the shell’s API does not have', () => {
    const own = declared('{}', { api: '{ news: (() => Promise<string>) }' });
    expect(breaks(declared('{}'), own).join()).toMatch(/Property 'news' is missing/);
  });

  test('when a declaration is no type', () => {
    expect(breaks(declared('{}'), { index: 'x x' })).not.toEqual([]);
  });
});

test('the contract of this tree fits itself', () => {
  const own = contractDeclarations();
  for (const id of ['blog/Post', 'home/Vacancies', 'outside/zone/Openings'])
    expect(contractBreaks(own, own, id)).toEqual([]);
});

test('a module that the live shell does not know is not held to anything', () => {
  expect(contractBreaks(declared('{}'), declared('{}'), 'blog/Later')).toEqual([]);
});
