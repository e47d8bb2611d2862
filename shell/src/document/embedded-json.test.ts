import { expect, test } from '@jest/globals';
import { embeddedJson } from '../../server/pages/escape';
import { readJson } from './embedded-json';

test('what the server embedded is read as it was, hostile signs and all', () => {
  const value = { text: '</script><!--\u2028луна"' };
  document.body.innerHTML = `<script type="application/json" id="state">${embeddedJson(value)}</script>`;
  expect(readJson('state')).toEqual(value);
});

test.each(['', '<script type="application/json" id="state"></script>'])(
  'a document with “%s” has none',
  (html) => {
    document.body.innerHTML = html;
    expect(readJson('state')).toBeNull();
  },
);
