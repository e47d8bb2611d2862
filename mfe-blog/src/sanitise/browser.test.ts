import { describe, expect, test } from '@jest/globals';
import { sanitise } from '#sanitise';
import { sanitise as browserSanitise } from './browser';
import { HOSTILE_CASES, PLAIN_CASES } from './sanitise-cases';

test('a browser takes the sanitiser that uses its parser', () => {
  expect(sanitise).toBe(browserSanitise);
});

describe('what Markdown makes of a post passes', () => {
  test.each(PLAIN_CASES)('$condition', ({ input, output }) => {
    expect(sanitise(input)).toBe(output);
  });
});

describe('nothing hostile passes', () => {
  test.each(HOSTILE_CASES)('$condition', ({ input, output }) => {
    expect(sanitise(input)).toBe(output);
  });
});
