/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { attribute, embeddedJson, text } from './escape';

test.each([
  ['Послуги & ціни', 'Послуги &amp; ціни'],
  ['</title><script>', '&lt;/title&gt;&lt;script&gt;'],
  ['&lt;', '&amp;lt;'],
  ['«Відлуння» — "луна"', '«Відлуння» — "луна"'],
  ['', ''],
])('the text %j stands as %j', (value, escaped) => {
  expect(text(value)).toBe(escaped);
});

test.each([
  ['" onload="alert(1)', '&quot; onload=&quot;alert(1)'],
  ['"><script>', '&quot;&gt;&lt;script&gt;'],
  ['/a?b=1&c=2', '/a?b=1&amp;c=2'],
  ["it's", "it's"],
])('the attribute %j stands as %j', (value, escaped) => {
  expect(attribute(value)).toBe(escaped);
});

test.each(['</script>', '<!--<script>', ']]>', 'a\u2028b\u2029c', '"quoted" \\ back', 'луна', '\u0000'])(
  'JSON with %j ends no script, and reads as it was',
  (value) => {
    const embedded = embeddedJson({ [value]: value });
    expect(embedded).not.toMatch(/[<>\u2028\u2029]/);
    expect(JSON.parse(embedded)).toEqual({ [value]: value });
  },
);
