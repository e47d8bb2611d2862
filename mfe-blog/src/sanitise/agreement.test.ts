import { expect, test } from '@jest/globals';
import { sanitise as browserSanitise } from './browser';
import { allowsAttribute, ELEMENT_NAMES, relOf } from './policy';
import { HOSTILE_CASES, MALFORMED_INPUTS, PLAIN_CASES } from '../testing/sanitise-cases';
import { sanitise as serverSanitise } from './server';

const parse = (html: string) => {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template;
};

test.each([...PLAIN_CASES, ...HOSTILE_CASES])(
  'server and browser produce the same document: $condition',
  ({ input }) => {
    expect(parse(serverSanitise(input)).innerHTML).toBe(parse(browserSanitise(input)).innerHTML);
  },
);

test('no-break spaces stay, however each of them writes them', () => {
  for (const html of [
    serverSanitise('<p>590&nbsp;₴ і\u00A0ще</p>'),
    browserSanitise('<p>590&nbsp;₴ і\u00A0ще</p>'),
  ]) {
    expect(parse(html).content.textContent).toBe('590\u00A0₴ і\u00A0ще');
  }
});

test.each([
  ['server', serverSanitise],
  ['browser', browserSanitise],
])('malformed input leaves nothing active: %s', (_, sanitise) => {
  for (const input of MALFORMED_INPUTS) {
    for (const element of parse(sanitise(input)).content.querySelectorAll('*')) {
      expect(ELEMENT_NAMES).toContain(element.localName);
      const rejected = [...element.attributes].filter(({ name, value }) =>
        name === 'rel'
          ? value !== relOf(element.getAttribute('href'))
          : !allowsAttribute(element.localName, name, value),
      );
      expect(rejected).toEqual([]);
    }
  }
});
