import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { sharedToastify } from './shared-toastify';
import { firePointer } from '../../testing/fire-pointer';
import { ToastHost } from './toast-host';

const { toast } = sharedToastify;

beforeEach(() => {
  jest.useFakeTimers();
  Element.prototype.getAnimations = () => []; // jsdom has none
  render(<ToastHost />);
});
afterEach(() => {
  jest.useRealTimers();
});

/** Lets leaving toasts leave: each waits for its animations, of which jsdom has none. */
const settle = () => act(async () => jest.advanceTimersByTimeAsync(0));
const say = (...texts: string[]) => {
  act(() => {
    texts.forEach((text) => toast.success(text));
  });
};
const shown = () => screen.queryAllByRole('status').map((element) => element.textContent);
const closeFirst = async () => {
  const [first] = screen.getAllByRole('button', { name: 'Закрити сповіщення' });
  if (first) fireEvent.click(first);
  await settle();
};

/** jsdom runs no animations: ends the timer's one after the duration that the element states, as a browser does. */
const runTimers = () => {
  for (const timer of screen.getAllByRole('progressbar', { hidden: true })) {
    setTimeout(() => fireEvent.animationEnd(timer), parseFloat(timer.style.animationDuration));
  }
};

describe('toasts', () => {
  test('appear in a region named «Сповіщення»', () => {
    say('Заявку успішно відправлено!');
    const region = screen.getByRole('region', { name: 'Сповіщення' });
    expect(within(region).getByText('Заявку успішно відправлено!')).toBeInTheDocument();
  });

  test('are announced politely when something succeeded', () => {
    say('Заявку успішно відправлено!');
    expect(screen.getByRole('status')).toHaveTextContent('Заявку успішно відправлено!');
  });

  test('interrupt when something failed', () => {
    act(() => void toast.error('Помилка при відправці заявки'));
    expect(screen.getByRole('alert')).toHaveTextContent('Помилка при відправці заявки');
  });

  test('show three at once and let the others follow one by one (specification, section 9)', async () => {
    say('1', '2', '3', '4', '5');
    expect(shown()).toEqual(['1', '2', '3']);
    await closeFirst();
    expect(shown()).toEqual(['2', '3', '4']);
    await closeFirst();
    expect(shown()).toEqual(['3', '4', '5']);
    await closeFirst();
    expect(shown()).toEqual(['4', '5']);
  });

  test('go after 4000 ms and not before (specification, section 9)', async () => {
    say('Повідомлення успішно відправлено!');
    runTimers();
    await act(async () => jest.advanceTimersByTimeAsync(3999));
    expect(shown()).toHaveLength(1);
    await act(async () => jest.advanceTimersByTimeAsync(1));
    expect(shown()).toHaveLength(0);
  });

  test('go by a swipe', async () => {
    say('Повідомлення успішно відправлено!');
    const element = screen.getByRole('status');
    act(() => {
      firePointer(element, 'pointerdown', { x: 0, at: 0 });
      firePointer(element, 'pointermove', { x: 60, at: 500 });
      firePointer(element, 'pointerup', { x: 60, at: 700 });
    });
    await settle();
    expect(shown()).toHaveLength(0);
  });

  test('are 356 px wide and 14 px apart (specification, section 9)', () => {
    say('1');
    const sizes = getComputedStyle(screen.getByRole('status').parentElement ?? document.body);
    expect(sizes.getPropertyValue('--toast-width')).toBe('356px');
    expect(sizes.getPropertyValue('--toast-gap')).toBe('14px');
  });

  test('insert no style element, which the Content-Security-Policy would block', () => {
    say('1');
    expect(document.head).toBeEmptyDOMElement();
  });
});
