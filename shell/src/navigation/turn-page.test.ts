import { afterEach, expect, jest, test } from '@jest/globals';
import { turnPage } from './turn-page';

const show = jest.fn();
const startViewTransition = jest.fn((update: () => unknown) => {
  update();
  return { ready: Promise.reject(new Error('skipped')) };
});

function browser(has: { readonly transitions: boolean; readonly lessMotion: boolean }) {
  if (has.transitions) Object.assign(document, { startViewTransition });
  Object.assign(window, { matchMedia: () => ({ matches: has.lessMotion }) });
}

afterEach(() => {
  Reflect.deleteProperty(document, 'startViewTransition');
  Reflect.deleteProperty(window, 'matchMedia');
  jest.clearAllMocks();
});

test.each([
  ['fades it over where the browser can', { transitions: true, lessMotion: false }, 1],
  ['shows it at once to who wants less motion', { transitions: true, lessMotion: true }, 0],
  ['shows it at once where the browser cannot', { transitions: false, lessMotion: false }, 0],
])('a new page: %s', (_, has, transitions) => {
  browser(has);
  turnPage(show);
  expect(show).toHaveBeenCalledTimes(1);
  expect(startViewTransition).toHaveBeenCalledTimes(transitions);
});
