/** @jest-environment ./testing/browser-environment.ts */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import type { Page } from '../../../../shell/src/pages/pages';
import { linkOfClick, pushMenuEntry, useLinkNavigation } from './follow-links';

const isNear = jest.fn<(page: Page) => boolean>();

const LINKS = `
  <a href="/blog/1?from=teaser#text">Стаття</a>
  <a href="/blog/2">Далі</a>
  <a href="/blog/2" onclick="event.preventDefault()">Замкнена</a>
  <a href="/blog">Усі статті</a>
  <a href="/">Відлуння</a>
  <a href="/" data-nav="back">На головну</a>
  <a href="/#blog" data-nav="back-to-posts">Назад до статей</a>`;

/** The links of all pages. */
function Links() {
  useLinkNavigation(isNear);
  return <div dangerouslySetInnerHTML={{ __html: LINKS }} />;
}

const start = (address: string) => {
  window.history.replaceState(null, '', address);
  render(<Links />, { wrapper: BrowserRouter });
};
const follow = async (name: string) => userEvent.click(await screen.findByRole('link', { name }));
const address = () => window.location.href.replace(window.location.origin, '');
const arrivesAt = (expected: string) =>
  waitFor(() => {
    expect(address()).toBe(expected);
  });

beforeEach(() => {
  isNear.mockReset().mockReturnValue(true);
  act(() => {
    window.history.pushState(null, '', '/');
  });
});

test('a click that an island’s own handler prevents stays prevented', async () => {
  start('/');
  await follow('Замкнена');
  expect(address()).toBe('/');
});

test('the browser follows a link to a page that `isNear` rejects', async () => {
  isNear.mockReturnValue(false);
  start('/');
  let isPrevented;
  const last = (event: Event) => {
    isPrevented = event.defaultPrevented;
    // jsdom cannot navigate.
    event.preventDefault();
  };
  window.addEventListener('click', last, { once: true });
  await follow('Стаття');
  expect(isPrevented).toBe(false);
  expect(isNear.mock.calls).toEqual([[{ kind: 'post', params: { postId: '1' } }]]);
  expect(address()).toBe('/');
});

// Its scroll position, and a reload: e2e/tests/journeys/read-posts.spec.ts.
test('the link back is the only step back: the brand leads to the home page’s start', async () => {
  start('/#contact');
  await follow('Стаття');
  expect(address()).toBe('/blog/1?from=teaser#text');
  const entries = window.history.length;
  await follow('Відлуння');
  expect(address()).toBe('/');
  expect(window.history.length).toBe(entries + 1);
});

test('the link back to the posts returns to the home page or the archive, whichever was visited last', async () => {
  start('/#contact');
  await follow('Стаття');
  await follow('Назад до статей');
  await arrivesAt('/#contact');
  await follow('Стаття');
  await follow('Усі статті');
  await follow('Стаття');
  await follow('Далі');
  await follow('Назад до статей');
  await arrivesAt('/blog');
  await follow('Стаття');
  await follow('На головну');
  await arrivesAt('/#contact');
});

test('the link back leads to its own address when the visitor came from elsewhere', async () => {
  start('/blog/1');
  await follow('Назад до статей');
  expect(address()).toBe('/#blog');
});

test.each([
  ['/blog', 'Назад до статей'],
  ['/', 'Назад до статей'],
  ['/', 'На головну'],
])('goes back to %s, if the browser itself followed a link from there («%s»)', async (from, name) => {
  start('/blog/1');
  const value = window.location.origin + from;
  Object.defineProperty(document, 'referrer', { value, configurable: true });
  const go = jest.spyOn(window.history, 'go').mockImplementation(() => undefined);
  await follow('Далі');
  await follow(name);
  expect(go).toHaveBeenCalledWith(-2);
  go.mockRestore();
  Reflect.deleteProperty(document, 'referrer');
});

test('a link of the menu replaces the menu’s history entry', async () => {
  start('/#contact');
  const entries = window.history.length;
  pushMenuEntry();
  await follow('Стаття');
  expect(window.history.length).toBe(entries + 1);
  await follow('На головну');
  await arrivesAt('/#contact');
});

/** Clicks `#target` in the markup, or the first element. Returns the link that the click follows. */
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

const LINK = '<a href="/blog/1">Далі</a>';

test.each([
  ['on a link with a query', '<a href="/?a=1.5">Далі</a>'],
  ['on a link with its whole address', '<a href="http://localhost/blog/1">Далі</a>'],
  ['on a link to its own window', '<a href="/" target="_self">Далі</a>'],
  ['on an element inside a link', '<a href="/"><span><b id="target">Далі</b></span></a>'],
  ['on a drawing inside a link', '<a href="/"><svg><path id="target"/></svg></a>'],
  ['on an address with only the beginning of the API’s', '<a href="/apiary">Бджоли</a>'],
])('a click %s follows the link inside the site', (_, markup) => {
  expect(clickIn(markup)).toBe(document.querySelector('a'));
});

test.each<readonly [string, string, MouseEventInit?]>([
  ['outside of links', '<p>Текст</p>'],
  ['on a link without an address', '<a>Далі</a>'],
  ['on a link for a new window', '<a href="/" target="_blank">Далі</a>'],
  ['on a download', '<a href="/" download>Далі</a>'],
  ['on a link to another site', '<a href="https://example.com/blog/1">Далі</a>'],
  ['on a telephone number', '<a href="tel:+380430000000">+380</a>'],
  ['on the API', '<a href="/api/openapi.json">API</a>'],
  ['on an asset', '<a href="/assets/static/shell.js">Код</a>'],
  ['on a remote’s file', '<a href="/remotes/blog/current.json">Код</a>'],
  ['on a report of the server', '<a href="/-/release-set">Код</a>'],
  ['on a file at the root', '<a href="/favicon.svg">Знак</a>'],
  ['on a file with a query', '<a href="/offer.pdf?v=1">Пропозиція</a>'],
  ['with Ctrl', LINK, { ctrlKey: true }],
  ['with Command', LINK, { metaKey: true }],
  ['with Shift', LINK, { shiftKey: true }],
  ['with Alt', LINK, { altKey: true }],
  ['with the middle button', LINK, { button: 1 }],
])('the browser handles a click %s', (_, markup, init = {}) => {
  expect(clickIn(markup, init)).toBeNull();
});
