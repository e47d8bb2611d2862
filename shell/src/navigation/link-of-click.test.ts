import { afterEach, expect, test } from '@jest/globals';
import { linkOfClick } from './link-of-click';

afterEach(() => {
  document.body.replaceChildren();
});

/** Clicks the element `#target` in the markup, or its first element. Returns the link that the click follows. */
function clickIn(markup: string, init: MouseEventInit = {}): HTMLAnchorElement | null {
  document.body.innerHTML = markup;
  let followed: HTMLAnchorElement | null = null;
  const listen = (event: MouseEvent) => {
    followed = linkOfClick(event);
    // jsdom cannot navigate and would log that.
    event.preventDefault();
  };
  document.addEventListener('click', listen, { once: true });
  const target = document.getElementById('target') ?? document.body.firstElementChild;
  target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  return followed;
}

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
])('a click %s is navigation by that link', (_, markup) => {
  expect(clickIn(markup)).toBe(document.querySelector('a'));
});

const LINK = '<a href="/blog/1">Далі</a>';

test.each<readonly [string, string, MouseEventInit?]>([
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
  ['with Ctrl', LINK, { ctrlKey: true }],
  ['with Command', LINK, { metaKey: true }],
  ['with Shift', LINK, { shiftKey: true }],
  ['with Alt', LINK, { altKey: true }],
  ['with the middle button', LINK, { button: 1 }],
  ['with the right button', LINK, { button: 2 }],
])('a click %s is the browser’s', (_, markup, init = {}) => {
  expect(clickIn(markup, init)).toBeNull();
});

test('a click that another handler has prevented is the browser’s', () => {
  const prevent = (event: Event) => {
    event.preventDefault();
  };
  document.body.addEventListener('click', prevent, { once: true });
  expect(clickIn(LINK)).toBeNull();
});
