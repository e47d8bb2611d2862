/** @jest-environment ./testing/served-page-environment.ts */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import type { Modules } from '../../testing/islands';
import { islandsOf, serve } from '../../testing/served-page';
import { RemoteError } from '../remotes/errors';
import { noteRelease } from '../reports/island-reports';

// React tells of a hydration that it gave up when it commits the next one, be it another root's.
const prevent = (event: Event) => {
  event.preventDefault();
};
beforeEach(() => {
  window.addEventListener('error', prevent);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  window.removeEventListener('error', prevent);
  jest.restoreAllMocks();
});

const FORM = 'forms/ContactForm';
const failed = () => Promise.reject(new RemoteError('404'));
const nameField = () => screen.getByLabelText<HTMLInputElement>('Імʼя');

const Crash = (): never => {
  throw new Error('render');
};
const Before = () => <form id="contact-form">Минулий випуск</form>;
/** What the release of the page brings, and what another one. */
const releases = (ofPage: () => Promise<{ default: () => never }>, other: Modules[typeof FORM]): Modules => ({
  [FORM]: (plan) => (plan === 'hydration' ? ofPage() : (other ?? failed)(plan)),
});
const before = () => Promise.resolve({ default: Before });

test('an island that crashes is reported, with the release that its module came from', async () => {
  const sendBeacon = jest.fn<Navigator['sendBeacon']>();
  Object.assign(navigator, { sendBeacon });
  const module = { default: Crash };
  noteRelease(module, 'aaaaaaaaaaaa');
  const { islands } = islandsOf(
    await serve(),
    releases(() => Promise.resolve(module), before),
  );
  await islands.start(FORM);
  await waitFor(() => {
    expect(sendBeacon.mock.calls).toEqual([
      ['/-/reports', JSON.stringify({ island: FORM, version: 'aaaaaaaaaaaa', kind: 'crashed' })],
    ]);
  });
  Object.assign(navigator, { sendBeacon: undefined });
});

describe.each([
  ['an island whose code never comes', failed, false],
  ['an island that crashes as it is made live', () => Promise.resolve({ default: Crash }), true],
] as const)('%s', (_, ofPage, mounted) => {
  const begin = async (other: Modules[typeof FORM]) => {
    const live = islandsOf(await serve(), releases(ofPage, other));
    return { ...live, field: nameField(), place: document.querySelector(`[data-island="${FORM}"]`) };
  };
  const expectKept = async ({ log, field, settle }: Awaited<ReturnType<typeof begin>>) => {
    await waitFor(() => {
      expect(log).toHaveBeenLastCalledWith(`${FORM} stays as the server rendered it`, expect.any(Error));
    });
    expect(nameField()).toBe(field);
    expect(document.querySelectorAll('#contact-form')).toHaveLength(1);
    expect(settle.mock.calls).toEqual(mounted ? [] : [[FORM, false]]);
  };

  test('is made anew by another release in its place; nothing else is touched', async () => {
    const live = await begin(before);
    const vacancies = document.getElementById('vacancies');
    await live.islands.start(FORM);
    await waitFor(() => {
      expect(live.settle.mock.calls).toEqual([[FORM, true]]);
    });
    expect(live.place).toHaveTextContent('Минулий випуск');
    expect(live.field).not.toBeInTheDocument();
    expect(document.getElementById('vacancies')).toBe(vacancies);
  });

  test('keeps its very elements when there is no other release', async () => {
    const live = await begin(failed);
    await live.islands.start(FORM);
    await expectKept(live);
  });

  test('keeps them when the visitor has begun with it, with what was typed', async () => {
    const live = await begin(before);
    live.field.value = 'Ольга';
    live.field.focus();
    await live.islands.start(FORM);
    await expectKept(live);
    expect(live.field).toHaveValue('Ольга');
    expect(live.field).toHaveFocus();
  });
});
