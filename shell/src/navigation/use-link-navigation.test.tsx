/** @jest-environment ./testing/browser-environment.ts */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import type { Page } from '../pages/pages';
import { pushMenuEntry } from './history-entries';
import { useLinkNavigation } from './use-link-navigation';

const prevented = jest.fn((event: { preventDefault: () => void }) => {
  event.preventDefault();
});

const isNear = jest.fn<(page: Page) => boolean>();

function Site() {
  useLinkNavigation(isNear);
  return (
    <Routes>
      <Route
        path="/"
        element={
          <>
            <h1>Головна</h1>
            <a href="/blog/1?from=teaser#text">Стаття</a>
            <a href="#contact">Контакти</a>
            <a href="/blog/2" onClick={prevented}>
              Замкнена
            </a>
          </>
        }
      />
      <Route path="/blog" element={<a href="/blog/3">Стаття з архіву</a>} />
      <Route
        path="/blog/:id"
        element={
          <>
            <h1>Стаття</h1>
            <a href="/" data-nav="back">
              На головну
            </a>
            <a href="/#blog" data-nav="back-to-posts">
              Назад до статей
            </a>
            <a href="/blog">Усі статті</a>
            <a href="/">Відлуння</a>
            <a href="/blog/2">Далі</a>
          </>
        }
      />
    </Routes>
  );
}

const start = (address: string) => {
  window.history.replaceState(null, '', address);
  render(
    <BrowserRouter>
      <Site />
    </BrowserRouter>,
  );
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

test('a plain link shows its page without loading the document', async () => {
  start('/');
  const { body } = document;
  await follow('Стаття');
  expect(screen.getByRole('heading', { name: 'Стаття' })).toBeInTheDocument();
  expect(address()).toBe('/blog/1?from=teaser#text');
  expect(document.body).toBe(body);
});

test('a click that an island’s own handler prevents stays prevented', async () => {
  start('/');
  await follow('Замкнена');
  expect(prevented).toHaveBeenCalledTimes(1);
  expect(address()).toBe('/');
});

test('a link to a page that is not near is the browser’s', async () => {
  isNear.mockReturnValue(false);
  start('/');
  const isPrevented: boolean[] = [];
  const stop = (event: Event) => {
    isPrevented.push(event.defaultPrevented);
    // jsdom cannot navigate.
    event.preventDefault();
  };
  window.addEventListener('click', stop, { once: true });
  await follow('Стаття');
  expect(isPrevented).toEqual([false]);
  expect(isNear.mock.calls).toEqual([[{ kind: 'post', params: { postId: '1' } }]]);
  expect(address()).toBe('/');
});

describe('the link back', () => {
  test('returns to the same history entry of the home page', async () => {
    start('/#contact');
    const entries = window.history.length;
    await follow('Стаття');
    await follow('Далі');
    expect(window.history.length).toBe(entries + 2);
    await follow('На головну');
    await arrivesAt('/#contact');
    expect(window.history.length).toBe(entries + 2);
    expect(await screen.findByRole('heading', { name: 'Головна' })).toBeInTheDocument();
  });

  test('is the only link that goes back: the brand leads to the home page’s start', async () => {
    start('/#contact');
    await follow('Стаття');
    const entries = window.history.length;
    await follow('Відлуння');
    expect(address()).toBe('/');
    expect(window.history.length).toBe(entries + 1);
  });

  test('to the posts returns to the home page or the archive, whichever the visitor saw last', async () => {
    start('/#contact');
    await follow('Стаття');
    await follow('Назад до статей');
    await arrivesAt('/#contact');
    await follow('Стаття');
    await follow('Усі статті');
    await follow('Стаття з архіву');
    await follow('Далі');
    await follow('Назад до статей');
    await arrivesAt('/blog');
    await follow('Стаття з архіву');
    await follow('На головну');
    await arrivesAt('/#contact');
  });

  test('leads to its own address when the visitor came from elsewhere', async () => {
    start('/blog/1');
    await follow('Назад до статей');
    expect(address()).toBe('/#blog');
  });

  test.each([
    ['/blog', 'Назад до статей'],
    ['/', 'Назад до статей'],
    ['/', 'На головну'],
  ])('goes back to %s, from which the browser itself followed a link («%s»)', async (from, name) => {
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
});

test('a link of the menu takes the menu’s history entry', async () => {
  start('/#contact');
  const entries = window.history.length;
  pushMenuEntry();
  await follow('Стаття');
  expect(window.history.length).toBe(entries + 1);
  await follow('На головну');
  await arrivesAt('/#contact');
});
