/** @jest-environment ./testing/served-page-environment.ts */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import type { Modules } from '../../testing/islands';
import { islandsOf, serve } from '../../testing/served-page';
import { CALLS, SMM } from '../../testing/site-modules';
import { DATA_MAX_AGE } from '../starter/page-start';

let services: jest.Spied<NonNullable<typeof CALLS.services>>;
const NEW = { ...SMM, title: 'Аудит' };

/** Milliseconds by which the clock is ahead of the page's start. */
let later = 0;
beforeEach(() => {
  later = 0;
  services = jest.spyOn(CALLS, 'services');
  const started = performance.timeOrigin;
  jest.spyOn(Date, 'now').mockImplementation(() => started + later);
  jest.spyOn(console, 'error');
});
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});

const section = () => document.querySelector('#services');
/** What React was given may be shown a moment later. */
const shows = (text: string) =>
  waitFor(() => {
    expect(section()).toHaveTextContent(text);
  });
const nameField = () => screen.getByLabelText<HTMLInputElement>('Імʼя');
const open = async () => {
  const live = islandsOf(await serve());
  services.mockClear();
  const come = () => live.islands.refresh();
  return { ...live, come };
};

describe('HTML without behaviour', () => {
  test('is left alone, and nothing is asked for, while it is not old', async () => {
    const { come, asked } = await open();
    later = DATA_MAX_AGE - 1;
    await come();
    expect([asked.mock.calls, services.mock.calls]).toEqual([[], []]);
  });

  test('keeps its very elements when its data are what they were', async () => {
    const { come } = await open();
    const before = section();
    later = DATA_MAX_AGE;
    await come();
    expect(services).toHaveBeenCalledTimes(1);
    expect(section()).toBe(before);
  });

  test('shows newer data, and what was typed elsewhere, the focus and all other islands stay', async () => {
    const { come } = await open();
    const others = [...document.querySelectorAll('[data-island] > *')].filter(({ id }) => id !== 'services');
    const field = nameField();
    field.value = 'Ольга';
    field.focus();
    services.mockResolvedValue([NEW]);
    later = DATA_MAX_AGE;
    await come();
    await shows('Аудит');
    expect(field).toHaveValue('Ольга');
    expect(field).toHaveFocus();
    expect(others.every(({ isConnected }) => isConnected)).toBe(true);
  });

  test('shows newer data each time that it is old, as what it is by then', async () => {
    const { come } = await open();
    services.mockResolvedValue([NEW]);
    later = DATA_MAX_AGE;
    await come();
    await shows('Аудит');
    const made = section();
    services.mockResolvedValue([SMM, NEW]);
    later = 2 * DATA_MAX_AGE - 1;
    await come();
    expect(section()).toHaveTextContent(/^Аудит$/);
    later = 2 * DATA_MAX_AGE;
    await come();
    await shows('SMMАудит');
    expect(section()).toBe(made);
  });

  test('stays when its data cannot be had, and is tried again at the next return', async () => {
    jest.mocked(console.error).mockClear();
    const { come, log } = await open();
    services.mockRejectedValueOnce(new Error('offline'));
    const before = section();
    later = DATA_MAX_AGE;
    await come();
    expect(section()).toBe(before);
    expect(log).toHaveBeenCalledTimes(1);
    services.mockResolvedValue([NEW]);
    await come();
    await shows('Аудит');
  });

  test('stays while a visitor marks text in it', async () => {
    const { come } = await open();
    const before = section();
    services.mockResolvedValue([NEW]);
    if (before) document.getSelection()?.selectAllChildren(before);
    later = DATA_MAX_AGE;
    await come();
    expect(section()).toBe(before);
    document.getSelection()?.removeAllRanges();
    await come();
    await shows('Аудит');
  });

  test('that crashes when it is made of the new data stays', async () => {
    jest.mocked(console.error).mockImplementation(() => undefined);
    const crash = () => {
      throw new Error('render');
    };
    const live = islandsOf(await serve(), {
      'home/Services': () => Promise.resolve({ default: crash, load: () => Promise.resolve([NEW]) }),
    });
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick', 'Date', 'performance'] });
    const before = section();
    later = DATA_MAX_AGE;
    const come = live.islands.refresh();
    await jest.advanceTimersByTimeAsync(5_000);
    await come;
    jest.useRealTimers();
    expect(section()).toBe(before);
    jest.mocked(console.error).mockClear();
  });
});

test('an island with behaviour becomes live with the page’s data, then shows the new ones', async () => {
  const released: Modules = {
    'home/Services': () =>
      Promise.resolve({
        default: ({ data }) => <button>{data?.[0]?.title}</button>,
        load: (_, { api }) => api.services(),
        interactive: true,
      }),
  };
  services.mockResolvedValue([{ ...SMM, title: 'Луна' }]);
  const live = islandsOf(await serve(released), released);
  const button = screen.getByRole('button', { name: 'Луна' });
  services.mockResolvedValue([NEW]);
  later = DATA_MAX_AGE;
  await live.islands.refresh();
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Аудит' })).toBe(button);
  });
  expect(live.asked).toHaveBeenCalledWith('home/Services', 'hydration');
});
