/** @jest-environment ./testing/browser-environment.ts */
import { beforeEach, expect, test } from '@jest/globals';
import { createBrowserRouter } from 'react-router-dom';
import { keyEntry } from './entry-key';

beforeEach(() => {
  window.history.replaceState(null, '');
});

/** The key under which the router keeps an entry's scroll position. */
const openedKey = () => {
  keyEntry();
  return createBrowserRouter([{ path: '*', element: null }]).state.location.key;
};

test('a freshly loaded page has a key of its own, not that of the page before it in the tab', () => {
  const first = openedKey();
  window.history.pushState(null, '');
  expect(openedKey()).not.toBe(first);
  expect(first).not.toBe('default');
});

test('a reloaded page keeps its key and what else its entry carries', () => {
  window.history.replaceState({ idx: 3, usr: { homeIndex: 2 } }, '');
  const first = openedKey();
  expect(openedKey()).toBe(first);
  expect(window.history.state).toEqual({ idx: 3, usr: { homeIndex: 2 }, key: first });
});
