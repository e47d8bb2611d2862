/** @jest-environment ./testing/served-page-environment.ts */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ModuleProps, VacanciesSlot } from '@vidlunnia/contracts';
import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { deferred, type Modules } from '../../testing/islands';
import { islandsOf, serve } from '../../testing/served-page';
import { MODULES } from '../../testing/site-modules';
import { RemoteError } from '../remotes/errors';

beforeEach(() => {
  jest.spyOn(console, 'error');
});
afterEach(() => {
  jest.restoreAllMocks();
});

const AROUND = 'home/Vacancies';
const FORM = 'forms/ApplicationForm';
const field = () => screen.getByLabelText<HTMLInputElement>('Прізвище');
const shown = () => document.querySelector('output')?.textContent;
const choose = (position: string) => userEvent.click(screen.getByRole('button', { name: position }));
const isLive = ({ settle }: ReturnType<typeof islandsOf>, ...ids: readonly string[]) =>
  waitFor(() => {
    expect(settle.mock.calls).toEqual(ids.map((id) => [id, true]));
  });
const idsOf = ({ asked }: ReturnType<typeof islandsOf>) => asked.mock.calls.map(([id]) => id);

describe('an island inside another one that is live', () => {
  const begin = async (changes: Modules = {}) => {
    const page = await serve();
    const typed = field();
    typed.value = 'Романюк';
    const live = islandsOf(page, changes);
    await live.islands.start(AROUND);
    await isLive(live, AROUND);
    return { ...live, typed };
  };

  test('stays as it is when it is handed what it was rendered with', async () => {
    const live = await begin();
    expect(field()).toBe(live.typed);
    expect(shown()).toBe('SMM,Таргет');
    expect(idsOf(live)).toEqual([AROUND]);
    expect(console.error).not.toHaveBeenCalled();
  });

  test('becomes live when it is handed a choice: the very elements, which tell it', async () => {
    const live = await begin();
    await choose('SMM');
    await isLive(live, AROUND, FORM);
    expect(await screen.findByText('SMM × 1')).toBeInTheDocument();
    expect(field()).toBe(live.typed);
    expect(field()).toHaveValue('Романюк');
    expect(console.error).not.toHaveBeenCalled();
  });

  test('is told of the same choice again, and of another one', async () => {
    const live = await begin();
    await choose('SMM');
    await isLive(live, AROUND, FORM);
    await choose('SMM');
    expect(await screen.findByText('SMM × 2')).toBeInTheDocument();
    await choose('Таргет');
    expect(await screen.findByText('Таргет × 3')).toBeInTheDocument();
  });

  test('whose code comes after several choices begins as it was rendered, and tells the last', async () => {
    const code = deferred<Awaited<ReturnType<(typeof MODULES)[typeof FORM]>>>();
    const live = await begin({ [FORM]: () => code.promise });
    await choose('SMM');
    await choose('Таргет');
    code.resolve(await MODULES[FORM]());
    expect(await screen.findByText('Таргет × 1')).toBeInTheDocument();
    expect(field()).toBe(live.typed);
    expect(field()).toHaveValue('Романюк');
    expect(console.error).not.toHaveBeenCalled();
  });

  test('that was live before it goes on', async () => {
    const live = islandsOf(await serve());
    await live.islands.start(FORM);
    await isLive(live, FORM);
    const form = field();
    await userEvent.type(form, 'Романюк');
    await live.islands.start(AROUND);
    await isLive(live, FORM, AROUND);
    await choose('SMM');
    expect(await screen.findByText('SMM × 1')).toBeInTheDocument();
    expect(field()).toBe(form);
    expect(field()).toHaveValue('Романюк');
    expect(console.error).not.toHaveBeenCalled();
  });
});

test('a press on a vacancy before any code chooses its position in the form', async () => {
  const live = islandsOf(await serve());
  live.starter.pressed.set(AROUND, screen.getByRole('button', { name: 'Таргет' }));
  await live.islands.start(AROUND);
  await isLive(live, AROUND, FORM);
  expect(await screen.findByText('Таргет × 1')).toBeInTheDocument();
});

describe('an island inside one that another release makes anew', () => {
  const Anew = ({ form }: ModuleProps<'home/Vacancies'>) => (
    <section id="vacancies">Минулий випуск {form(SLOT)}</section>
  );
  let SLOT: VacanciesSlot = { positions: ['SMM', 'Таргет'], chosen: null };
  const anew: Modules = {
    [AROUND]: (plan) =>
      plan === 'hydration' ? Promise.reject(new RemoteError('404')) : Promise.resolve({ default: Anew }),
  };
  const begin = async (ofServer: Modules = {}) => {
    const page = await serve(ofServer);
    const form = document.getElementById('application-form');
    const live = islandsOf(page, anew);
    await live.islands.start(AROUND);
    await isLive(live, AROUND);
    expect(document.getElementById('vacancies')).toHaveTextContent('Минулий випуск');
    return { ...live, form };
  };

  test('stands in it with its very elements', async () => {
    const { form } = await begin();
    expect(document.getElementById('application-form')).toBe(form);
    expect(form?.closest('#vacancies')).toBeInTheDocument();
    expect(console.error).not.toHaveBeenCalled();
  });

  test('without behaviour of its own stands in it too', async () => {
    const Still = () => <form id="application-form">Пишіть нам</form>;
    const { form } = await begin({ [FORM]: () => Promise.resolve({ default: Still }) });
    expect(form).toHaveTextContent('Пишіть нам');
    expect(document.getElementById('application-form')).toBe(form);
  });

  test('becomes live when that has something else for it', async () => {
    SLOT = { positions: ['Таргет'], chosen: null };
    const live = await (async () => {
      const page = await serve();
      const given = islandsOf(page, anew);
      await given.islands.start(AROUND);
      return given;
    })();
    await isLive(live, AROUND, FORM);
    await waitFor(() => {
      expect(shown()).toBe('Таргет');
    });
  });
});
