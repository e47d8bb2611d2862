/** @jest-environment ./testing/browser-environment.ts */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { bakeryPages } from '../../testing/bakery/pages';
import { frame } from '../../testing/bakery/site';
import { linkOfClick, pushMenuEntry, useLinkNavigation } from './follow-links';

// A link that the browser follows: app.test.tsx.
const LINKS = `
  <a href="/news/1?from=window#text">Story</a>
  <a href="/news/2">Next</a>
  <a href="/news/2" onclick="event.preventDefault()">Locked</a>
  <a href="/news">All stories</a>
  <a href="/">The bakery</a>
  <a href="/" data-nav="back">To the shop</a>
  <a href="/#latest" data-nav="back-to-news">Back to the news</a>`;

/** The links of all pages. */
function Links() {
  useLinkNavigation(bakeryPages, frame.linksBack, () => true);
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
  act(() => {
    window.history.pushState(null, '', '/');
  });
});

test('a click that an island’s own handler prevents stays prevented', async () => {
  start('/');
  await follow('Locked');
  expect(address()).toBe('/');
});

// Its scroll position, and a reload: e2e/tests/journeys/read-posts.spec.ts.
test('the link back is the only step back: any other link to its page adds an entry', async () => {
  start('/#visit');
  await follow('Story');
  expect(address()).toBe('/news/1?from=window#text');
  const entries = window.history.length;
  await follow('The bakery');
  expect(address()).toBe('/');
  expect(window.history.length).toBe(entries + 1);
});

test('a link back to several pages returns to the one that was visited last', async () => {
  start('/#visit');
  await follow('Story');
  await follow('Back to the news');
  await arrivesAt('/#visit');
  await follow('Story');
  await follow('All stories');
  await follow('Story');
  await follow('Next');
  await follow('Back to the news');
  await arrivesAt('/news');
  await follow('Story');
  await follow('To the shop');
  await arrivesAt('/#visit');
});

test('the link back leads to its own address when the visitor came from elsewhere', async () => {
  start('/news/1');
  await follow('Back to the news');
  expect(address()).toBe('/#latest');
});

test.each([
  ['/news', 'Back to the news'],
  ['/', 'Back to the news'],
  ['/', 'To the shop'],
])('goes back to %s, if the browser itself followed a link from there («%s»)', async (from, name) => {
  start('/news/1');
  const value = window.location.origin + from;
  Object.defineProperty(document, 'referrer', { value, configurable: true });
  const go = jest.spyOn(window.history, 'go').mockImplementation(() => undefined);
  await follow('Next');
  await follow(name);
  expect(go).toHaveBeenCalledWith(-2);
  go.mockRestore();
  Reflect.deleteProperty(document, 'referrer');
});

test('a link of the menu replaces the menu’s history entry', async () => {
  start('/#visit');
  const entries = window.history.length;
  pushMenuEntry();
  await follow('Story');
  expect(window.history.length).toBe(entries + 1);
  await follow('To the shop');
  await arrivesAt('/#visit');
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

const LINK = '<a href="/news/1">Next</a>';

test.each([
  ['on a link with a query', '<a href="/?a=1.5">Next</a>'],
  ['on a link with its whole address', '<a href="http://localhost/news/1">Next</a>'],
  ['on a link to its own window', '<a href="/" target="_self">Next</a>'],
  ['on an element inside a link', '<a href="/"><span><b id="target">Next</b></span></a>'],
  ['on a drawing inside a link', '<a href="/"><svg><path id="target"/></svg></a>'],
  ['on an address with only the beginning of the API’s', '<a href="/apiary">Bees</a>'],
])('a click %s follows the link inside the site', (_, markup) => {
  expect(clickIn(markup)).toBe(document.querySelector('a'));
});

test.each<readonly [string, string, MouseEventInit?]>([
  ['outside of links', '<p>Text</p>'],
  ['on a link without an address', '<a>Next</a>'],
  ['on a link for a new window', '<a href="/" target="_blank">Next</a>'],
  ['on a download', '<a href="/" download>Next</a>'],
  ['on a link to another site', '<a href="https://example.com/news/1">Next</a>'],
  ['on a telephone number', '<a href="tel:+380430000000">+380</a>'],
  ['on the API', '<a href="/api/openapi.json">API</a>'],
  ['on an asset', '<a href="/assets/static/shell.js">Code</a>'],
  ['on a remote’s file', '<a href="/remotes/news/current.json">Code</a>'],
  ['on a report of the server', '<a href="/-/release-set">Code</a>'],
  ['on a file at the root', '<a href="/favicon.svg">Icon</a>'],
  ['on a file with a query', '<a href="/offer.pdf?v=1">Offer</a>'],
  ['with Ctrl', LINK, { ctrlKey: true }],
  ['with Command', LINK, { metaKey: true }],
  ['with Shift', LINK, { shiftKey: true }],
  ['with Alt', LINK, { altKey: true }],
  ['with the middle button', LINK, { button: 1 }],
])('the browser handles a click %s', (_, markup, init = {}) => {
  expect(clickIn(markup, init)).toBeNull();
});
