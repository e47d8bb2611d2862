import { describe, expect, test } from '@jest/globals';
import { sanitise as chosenSanitise } from '#sanitise';
import { allowsAttribute, ELEMENT_NAMES, relOf } from '@vidlunnia/contracts/post-html';
import { HOSTILE_VECTORS } from '@vidlunnia/contracts/testing/hostile-vectors';
import { HOSTILE_CASES, PLAIN_CASES } from '../testing/sanitise-cases';
import { sanitise as browserSanitise } from './browser';
import { sanitise as serverSanitise } from './server';

// Node uses the other sanitiser, without a document: exposes.test.tsx.
test('a browser uses the sanitiser with its own parser', () => {
  expect(chosenSanitise).toBe(browserSanitise);
});

describe.each([
  ['server', serverSanitise],
  ['browser', browserSanitise],
])('%s', (_, sanitise) => {
  /** sanitize-html closes void elements as in XML; browsers ignore that. jsdom has no Trusted Types. */
  const sanitised = (html: string) => (sanitise(html) as string).replaceAll(' />', '>');
  const parse = (html: string) => {
    const template = document.createElement('template');
    template.innerHTML = sanitised(html);
    return template.content;
  };

  test.each(PLAIN_CASES)('%j passes unchanged', (html) => {
    expect(sanitised(html)).toBe(html);
  });

  test.each(HOSTILE_CASES)('%j becomes %j', (input, output) => {
    expect(sanitised(input)).toBe(output);
  });

  test('no-break spaces stay, in either notation', () => {
    expect(parse('<p>590&nbsp;₴ і\u00A0ще</p>').textContent).toBe('590\u00A0₴ і\u00A0ще');
  });

  test.each(Object.entries(HOSTILE_VECTORS))('removes everything active: %s', (_family, inputs) => {
    for (const element of inputs.flatMap((input) => [...parse(input).querySelectorAll('*')])) {
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
  });
});
