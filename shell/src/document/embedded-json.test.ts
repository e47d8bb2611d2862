import { expect, test } from '@jest/globals';
import { embeddedJson } from '../../server/pages/escape';
import { readJson } from './embedded-json';

test('what the server embedded is read as it was, hostile signs and all', () => {
  const value = { text: '</script><!--\u2028луна"' };
  document.body.innerHTML = `<script type="application/json" id="state">${embeddedJson(value)}</script>`;
  expect(readJson('state')).toEqual(value);
});

test('a document without it says so', () => {
  document.body.replaceChildren();
  expect(() => readJson('state')).toThrow('The document has no #state');
});
