import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { linkOfClick } from './link-of-click';

let followed: HTMLAnchorElement | null = null;
const listen = (event: MouseEvent) => {
  followed = linkOfClick(event);
  // jsdom cannot navigate and would log that.
  event.preventDefault();
};

beforeEach(() => {
  document.addEventListener('click', listen);
});
afterEach(() => {
  document.removeEventListener('click', listen);
  document.body.replaceChildren();
});

/** Clicks the element `#target` in the markup, or its first element; returns whether the click became a navigation. */
function clickIn(markup: string, init: MouseEventInit = {}): boolean {
  document.body.innerHTML = markup;
  const target = document.getElementById('target') ?? document.body.firstElementChild;
  target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  return followed !== null;
}

describe('a click is navigation', () => {
  test.each([
    ['on a link to a page', '<a href="/blog/1">Далі</a>'],
    ['on a link to the home page', '<a href="/">Відлуння</a>'],
    ['on a link to a place on another page', '<a href="/#contact">Контакти</a>'],
    ['on a link with a query', '<a href="/?a=1.5">Далі</a>'],
    ['on a link with its whole address', '<a href="http://localhost/blog/1">Далі</a>'],
    ['on a link to its own window', '<a href="/" target="_self">Далі</a>'],
    ['on what stands in a link', '<a href="/"><span><b id="target">Далі</b></span></a>'],
    ['on a drawing in a link', '<a href="/"><svg><path id="target"/></svg></a>'],
    ['on an address that only begins like the API’s', '<a href="/apiary">Бджоли</a>'],
  ])('%s', (_, markup) => {
    expect(clickIn(markup)).toBe(true);
  });

  test('and returns the link, not the element clicked in it', () => {
    clickIn('<a href="/blog/1"><b id="target">Далі</b></a>');
    expect(followed).toBe(document.querySelector('a'));
  });
});

describe('a click is the browser’s', () => {
  test.each([
    ['beside any link', '<p>Текст</p>'],
    ['on a link without an address', '<a>Далі</a>'],
    ['on a link for a new window', '<a href="/" target="_blank">Далі</a>'],
    ['on a download', '<a href="/" download>Далі</a>'],
    ['on a link to another site', '<a href="https://example.com/blog/1">Далі</a>'],
    ['on a link to another port', '<a href="http://localhost:3001/">Далі</a>'],
    ['on a telephone number', '<a href="tel:+380430000000">+380</a>'],
    ['on an e-mail address', '<a href="mailto:a@b.c">a@b.c</a>'],
    ['on the API', '<a href="/api/openapi.json">API</a>'],
    ['on an asset', '<a href="/assets/static/shell.js">Код</a>'],
    ['on a remote’s file', '<a href="/remotes/blog/current.json">Код</a>'],
    ['on what the server tells of itself', '<a href="/-/release-set">Код</a>'],
    ['on a file at the root', '<a href="/favicon.svg">Знак</a>'],
    ['on a file with a query', '<a href="/offer.pdf?v=1">Пропозиція</a>'],
  ])('%s', (_, markup) => {
    expect(clickIn(markup)).toBe(false);
  });

  test.each<readonly [string, MouseEventInit]>([
    ['Ctrl', { ctrlKey: true }],
    ['Command', { metaKey: true }],
    ['Shift', { shiftKey: true }],
    ['Alt', { altKey: true }],
    ['the middle button', { button: 1 }],
    ['the right button', { button: 2 }],
  ])('with %s', (_, init) => {
    expect(clickIn('<a href="/blog/1">Далі</a>', init)).toBe(false);
  });

  test('when another handler has already handled it', () => {
    document.body.addEventListener(
      'click',
      (event) => {
        event.preventDefault();
      },
      { once: true },
    );
    expect(clickIn('<a href="/blog/1">Далі</a>')).toBe(false);
  });
});
