/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { sanitise } from '#sanitise';
import { HOSTILE_CASES, PLAIN_CASES } from '../testing/sanitise-cases';
import { sanitise as serverSanitise } from './server';

test('Node uses the sanitiser without a document', () => {
  expect(sanitise).toBe(serverSanitise);
});

/** sanitize-html closes void elements as in XML; browsers ignore that. */
const asHtml = (html: string) => html.replaceAll(' />', '>');

describe('HTML of posts passes unchanged', () => {
  test.each(PLAIN_CASES)('$condition', ({ input, output }) => {
    expect(asHtml(sanitise(input))).toBe(output);
  });
});

describe('hostile HTML does not pass', () => {
  test.each(HOSTILE_CASES)('$condition', ({ input, output }) => {
    expect(asHtml(sanitise(input))).toBe(output);
  });
});
