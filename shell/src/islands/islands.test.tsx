/** @jest-environment ./testing/served-page-environment.ts */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { deferred } from '../../testing/islands';
import { islandsOf, serve } from '../../testing/served-page';
import { MODULES } from '../../testing/site-modules';
import { RemoteError } from '../remotes/errors';
import { IslandRoot } from './island-root';

beforeEach(() => {
  jest.spyOn(console, 'error');
});
afterEach(() => {
  jest.restoreAllMocks();
});

const FORM = 'forms/ContactForm';
const failed = () => Promise.reject(new RemoteError('404'));
const nameField = () => screen.getByLabelText<HTMLInputElement>('Імʼя');
const caller = () => screen.getByRole('button', { name: /Гукнули/ });
/** Starts an island and waits until the starter was told of it. */
async function settled({ islands, settle }: ReturnType<typeof islandsOf>) {
  await islands.start(FORM);
  return waitFor(() => {
    expect(settle).toHaveBeenCalled();
    return settle.mock.calls;
  });
}

describe('an island of the server’s page', () => {
  test('becomes live in silence: the very elements, with what was typed in them and their ids', async () => {
    const live = islandsOf(await serve());
    const [button, field, { id }] = [caller(), nameField(), nameField()];
    field.value = 'Ольга';
    field.focus();
    expect(await settled(live)).toEqual([[FORM, true]]);
    expect([nameField(), field.id, field.value]).toEqual([field, id, 'Ольга']);
    expect(field).toHaveFocus();
    await userEvent.click(button);
    expect(button).toHaveTextContent('Гукнули: 1');
    expect(caller()).toBe(button);
    expect(console.error).not.toHaveBeenCalled();
  });

  test('goes on from a form that was rejected', async () => {
    const values = { name: 'Ігор' };
    const live = islandsOf(await serve({}, '/', { form: 'contact', accepted: false, values }));
    expect(await settled(live)).toEqual([[FORM, true]]);
    expect(nameField()).toHaveValue('Ігор');
    expect(console.error).not.toHaveBeenCalled();
  });

  test('is loaded once, and brings no other', async () => {
    const live = islandsOf(await serve());
    await Promise.all([live.islands.start(FORM), live.islands.start(FORM)]);
    expect(live.asked.mock.calls).toEqual([[FORM, 'hydration']]);
  });

  test('stays as it is while its code is on its way', async () => {
    const code = deferred<Awaited<ReturnType<(typeof MODULES)[typeof FORM]>>>();
    const live = islandsOf(await serve(), { [FORM]: () => code.promise });
    const html = document.body.innerHTML;
    const starting = live.islands.start(FORM);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(document.body.innerHTML).toBe(html);
    code.resolve(await MODULES[FORM]());
    await starting;
    expect(await settled(live)).toEqual([[FORM, true]]);
  });

  test.each(['home/Team', 'blog/Post'] as const)(
    'is not made of what has no behaviour, or stands on no such page: %s',
    async (id) => {
      const { islands, asked, settle } = islandsOf(await serve());
      await islands.start(id);
      expect([asked.mock.calls, settle.mock.calls]).toEqual([[], []]);
    },
  );
});

describe('islands that are wanted together', () => {
  test('are mounted one after the other: between them the browser handles input', async () => {
    const { islands } = islandsOf(await serve());
    const order: string[] = [];
    jest.spyOn(IslandRoot.prototype, 'mount').mockImplementation(() => {
      order.push('mount');
      setTimeout(() => order.push('input'), 0);
    });
    await Promise.all([islands.start('home/Vacancies'), islands.start(FORM)]);
    expect(order).toEqual(['mount', 'input', 'mount', 'input']);
  });
});

describe('an island that the server could not make', () => {
  test('is made by the browser, in its place', async () => {
    const page = await serve({ [FORM]: failed });
    expect(document.querySelector(`[data-island="${FORM}"]`)).toHaveTextContent('Форма не завантажилася');
    const live = islandsOf(page);
    expect(await settled(live)).toEqual([[FORM, true]]);
    expect(nameField().closest('[data-island]')).toHaveAttribute('data-island', FORM);
    expect(screen.queryByText(/Форма не завантажилася/)).not.toBeInTheDocument();
    expect(live.asked.mock.calls).toEqual([[FORM, 'first']]);
    expect(console.error).not.toHaveBeenCalled();
  });

  test('and the browser cannot either has a way to try again', async () => {
    const { islands } = islandsOf(await serve({ [FORM]: failed }), { [FORM]: failed });
    await islands.start(FORM);
    expect(await screen.findByRole('button', { name: 'Спробувати ще раз' })).toBeInTheDocument();
  });
});

describe('a press before an island’s code', () => {
  test('is given again once it is live, without what the browser did by itself', async () => {
    const live = islandsOf(await serve());
    const click = jest.fn<(event: Event) => void>();
    window.addEventListener('click', click, { once: true });
    live.starter.pressed.set(FORM, caller());
    await settled(live);
    expect(await screen.findByText('Гукнули: 1')).toBeInTheDocument();
    expect(click.mock.calls.map(([{ defaultPrevented }]) => defaultPrevented)).toEqual([true]);
    expect(live.starter.pressed.size).toBe(0);
  });

  test('is forgotten with the control, where another release made the island', async () => {
    const live = islandsOf(await serve(), {
      [FORM]: (plan) => (plan === 'hydration' ? failed() : MODULES[FORM]()),
    });
    live.starter.pressed.set(FORM, caller());
    expect(await settled(live)).toEqual([[FORM, true]]);
    expect(caller()).toHaveTextContent('Гукнули: 0');
    expect(live.starter.pressed.size).toBe(0);
  });
});
