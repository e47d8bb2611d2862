/** @jest-environment node */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { embeddedJson, escaped, inlineStyle } from './inline-text';

test.each([
  ['Послуги & ціни', 'Послуги &amp; ціни'],
  ['</title><script>', '&lt;/title&gt;&lt;script&gt;'],
  ['" onload="alert(1)', '&quot; onload=&quot;alert(1)'],
  ['&lt;', '&amp;lt;'],
  ["«Відлуння» it's", "«Відлуння» it's"],
])('the text %j stands as %j', (value, expected) => {
  expect(escaped(value)).toBe(expected);
});

test.each(['</script>', '<!--<script>', 'a\u2028b', '"quoted" \\ back', '\u0000'])(
  'JSON with %j does not end its script, and is the same after reading',
  (value) => {
    const embedded = embeddedJson({ [value]: value });
    expect(embedded).not.toContain('<');
    expect(JSON.parse(embedded)).toEqual({ [value]: value });
  },
);

test('a style sheet cannot end its element; its source is the hash of its exact text', () => {
  const { text, source } = inlineStyle('a::after{content:"</style></STYLE>"}\n');
  expect(text).toBe('a::after{content:"<\\/style><\\/STYLE>"}');
  expect(source).toBe(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
});
