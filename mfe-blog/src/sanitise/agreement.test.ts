import { describe, expect, test } from '@jest/globals';
import { sanitise as browserSanitise } from './browser';
import { allowsAttribute, ELEMENT_NAMES, relOf, type Sanitise } from './policy';
import { HOSTILE_VECTORS } from '@vidlunnia/contracts/testing/hostile-vectors';
import { HOSTILE_CASES, MALFORMED_INPUTS, PLAIN_CASES } from '../testing/sanitise-cases';
import { sanitise as serverSanitise } from './server';

const parse = (html: ReturnType<Sanitise>) => {
  const template = document.createElement('template');
  // jsdom has no Trusted Types.
  template.innerHTML = typeof html === 'string' ? html : '';
  return template;
};

test.each([...PLAIN_CASES, ...HOSTILE_CASES])(
  'server and browser produce the same document: $condition',
  ({ input }) => {
    expect(parse(serverSanitise(input)).innerHTML).toBe(parse(browserSanitise(input)).innerHTML);
  },
);

test('no-break spaces stay, in either notation', () => {
  for (const html of [
    serverSanitise('<p>590&nbsp;₴ і\u00A0ще</p>'),
    browserSanitise('<p>590&nbsp;₴ і\u00A0ще</p>'),
  ]) {
    expect(parse(html).content.textContent).toBe('590\u00A0₴ і\u00A0ще');
  }
});

describe.each([
  ['server', serverSanitise],
  ['browser', browserSanitise],
])('%s', (_, sanitise) => {
  test.each(Object.entries({ malformed: MALFORMED_INPUTS, ...HOSTILE_VECTORS }))(
    'removes everything active: %s',
    (_family, inputs) => {
      for (const input of inputs) expectInert(sanitise(input));
    },
  );
});

function expectInert(html: ReturnType<Sanitise>): void {
  for (const element of parse(html).content.querySelectorAll('*')) {
    expect(ELEMENT_NAMES).toContain(element.localName);
    // Browsers keep a removed `is` (HTML, section 13.3), so DOMPurify empties it.
    if (element.getAttribute('is') === '') element.removeAttribute('is');
    const rejected = [...element.attributes].filter(({ name, value }) =>
      name === 'rel'
        ? value !== relOf(element.getAttribute('href'))
        : !allowsAttribute(element.localName, name, value),
    );
    expect(rejected.map(({ name, value }) => `${element.localName} ${name}=${value}`)).toEqual([]);
  }
}
