import { expect, test } from '@jest/globals';
import { embeddedJson } from '../../server/pages/inline-text';
import { readJson } from './embedded-json';

test('embedded data is unchanged after reading, with hostile characters', () => {
  const value = { text: '</script><!--\u2028луна"' };
  document.body.innerHTML = `<script type="application/json" id="state">${embeddedJson(value)}</script>`;
  expect(readJson('state')).toEqual(value);
});

test('a document without it is an error that names it', () => {
  document.body.replaceChildren();
  expect(() => readJson('state')).toThrow('The document has no #state');
});
