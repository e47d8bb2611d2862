/** @jest-environment ./testing/browser-environment.ts */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, ScrollRestoration } from 'react-router-dom';
import { stubResizeObserver, type LayoutChange } from '../../testing/resize-observer';
import { useArrival } from './arrival';

const shown = jest.fn<(id: string) => void>();
const scrollTo = jest.fn();
let layout: LayoutChange;

beforeEach(() => {
  jest.resetAllMocks();
  jest.useRealTimers();
  layout = stubResizeObserver();
  // jsdom has no layout.
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    shown(this.id);
  };
  Object.assign(window, { scrollTo, scrollY: 0 });
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const HTML = `
  <button>Else</button>
  <main id="main" tabindex="-1">
    <section id="visit"><input id="name"></section>
    <section id="crème"></section>
  </main>`;

function Page() {
  useArrival();
  return (
    <>
      <div dangerouslySetInnerHTML={{ __html: HTML }} />
      <ScrollRestoration />
    </>
  );
}

/** Opens the site at an address; returns a function that navigates. */
function arrive(address: string) {
  const router = createMemoryRouter([{ path: '*', element: <Page /> }], {
    initialEntries: [address],
    hydrationData: { loaderData: {} },
  });
  render(<RouterProvider router={router} />);
  return async (to: string | -1) => {
    screen.getByRole('button').focus();
    await act(() => (typeof to === 'string' ? router.navigate(to) : router.navigate(to)));
    shown.mockClear();
  };
}

test('on the first page the browser itself scrolls', () => {
  arrive('/#visit');
  expect(document.body).toHaveFocus();
  expect(layout.observers()).toBe(0);
});

test.each([
  ['/', '/news/1', 'main', '-1'],
  ['/news/1', '/#visit', 'visit', '-1'],
  ['/#visit', '/#visit', 'visit', '-1'],
  ['/', '/#cr%C3%A8me', 'crème', '-1'],
  // A field keeps its Tab order.
  ['/', '/#name', 'name', null],
])('a followed link from %s to %s moves the focus to #%s', async (from, to, id, tabIndex) => {
  await arrive(from)(to);
  expect(document.activeElement?.id).toBe(id);
  expect(document.activeElement?.getAttribute('tabindex')).toBe(tabIndex);
});

test.each(['/#%', '/#', '/#nowhere'])('a followed link to %s moves nothing', async (address) => {
  await arrive('/')(address);
  layout.happen();
  expect(screen.getByRole('button')).toHaveFocus();
  expect(shown).not.toHaveBeenCalled();
});

test('a step in history leaves the focus, and keeps its position while islands are loaded', async () => {
  const go = arrive('/');
  Object.assign(window, { scrollY: 4_200 });
  await go('/news/1');
  scrollTo.mockClear();
  await go(-1);
  layout.happen();
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 4_200, behavior: 'instant' });
  expect(screen.getByRole('button')).toHaveFocus();
});

const isFollowed = () => {
  shown.mockClear();
  layout.happen();
  return shown.mock.calls.length > 0;
};

test('a target, even one that is loaded later, is scrolled into view after every change of the layout, for 6 s', async () => {
  jest.useFakeTimers();
  await arrive('/')('/#breads');
  document.body.insertAdjacentHTML('beforeend', '<section id="breads"></section>');
  jest.advanceTimersByTime(5_999);
  expect([isFollowed(), isFollowed()]).toEqual([true, true]);
  expect(shown).toHaveBeenCalledWith('breads');
  jest.advanceTimersByTime(1);
  expect(isFollowed()).toBe(false);
});

test.each(['wheel', 'touchstart', 'keydown', 'pointerdown'])('a visitor takes over by %s', async (type) => {
  await arrive('/')('/#visit');
  window.dispatchEvent(new Event(type));
  expect([isFollowed(), layout.observers()]).toEqual([false, 0]);
});

test('a target is not scrolled on another page', async () => {
  const go = arrive('/');
  await go('/#visit');
  await go('/news/1');
  expect(isFollowed()).toBe(false);
});
