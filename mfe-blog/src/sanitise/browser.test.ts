import { describe, expect, test } from '@jest/globals';
import { sanitise } from '#sanitise';
import { sanitise as browserSanitise } from './browser';
import { HOSTILE_CASES, PLAIN_CASES } from '../testing/sanitise-cases';

test('a browser uses the sanitiser with its own parser', () => {
  expect(sanitise).toBe(browserSanitise);
});

describe('HTML of posts passes unchanged', () => {
  test.each(PLAIN_CASES)('$condition', ({ input, output }) => {
    expect(sanitise(input)).toBe(output);
  });
});

describe('hostile HTML does not pass', () => {
  test.each(HOSTILE_CASES)('$condition', ({ input, output }) => {
    expect(sanitise(input)).toBe(output);
  });
});
