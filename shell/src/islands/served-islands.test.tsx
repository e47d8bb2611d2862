/** @jest-environment ./testing/served-page-environment.ts */
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { ModuleProps, RemoteModule } from '@vidlunnia/contracts';
import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { useEffect, useReducer } from 'react';
import type * as Client from 'react-dom/client';
import { watchErrors, type FailureReport } from '../failures';
import { deferred } from '../../testing/islands';
import { islandsOf, serve } from '../../testing/served-page';
import { MODULES } from '../../testing/site-modules';

// lifecycle.test.ts tests when the server's HTML stays, and when it is replaced.

// React reports a failed hydration when it commits the next one, even of another root.
window.addEventListener('error', (event) => {
  event.preventDefault();
});
beforeEach(() => {
  jest.restoreAllMocks();
  jest.spyOn(console, 'error');
});

type Live = ReturnType<typeof islandsOf>;
const CONTACT = 'forms/ContactForm';
const AROUND = 'home/Vacancies';
const APPLICATION = 'forms/ApplicationForm';
const failed = () => Promise.reject(new Error('404'));
const tick = () => new Promise((resolve) => setTimeout(resolve, 0));
const nameField = () => screen.getByLabelText<HTMLInputElement>('Імʼя');
const surnameField = () => screen.getByLabelText<HTMLInputElement>('Прізвище');
const caller = () => screen.getByRole('button', { name: /Гукнули/ });
const choose = (position: string) => userEvent.click(screen.getByRole('button', { name: position }));
const isLive = ({ settle }: Live, ...ids: readonly string[]) =>
  waitFor(() => {
    expect(settle.mock.calls).toEqual(ids.map((id) => [id, true]));
  });
const idsOf = ({ requested }: Live) => requested.mock.calls.map(([id]) => id);

test('an island of the server’s page is unchanged while its code is loaded once; then it is live without warnings, with the same elements, input and ids', async () => {
  const code = deferred<RemoteModule<typeof CONTACT>>();
  const live = islandsOf(await serve(), { [CONTACT]: () => code.promise });
  const html = document.body.innerHTML;
  const [button, field, { id }] = [caller(), nameField(), nameField()];
  field.value = 'Ольга';
  field.focus();
  const starting = Promise.all([live.islands.start(CONTACT), live.islands.start(CONTACT)]);
  await tick();
  expect(document.body.innerHTML).toBe(html);
  code.resolve(await MODULES[CONTACT]());
  await starting;
  await isLive(live, CONTACT);
  expect(idsOf(live)).toEqual([CONTACT]);
  expect([nameField(), field.id, field.value]).toEqual([field, id, 'Ольга']);
  expect(field).toHaveFocus();
  await userEvent.click(button);
  expect(button).toHaveTextContent('Гукнули: 1');
  expect(console.error).not.toHaveBeenCalled();
});

test('an island of the server’s page is not created for a non-interactive element, or on another page', async () => {
  const live = islandsOf(await serve());
  for (const id of ['home/Team', 'blog/Post'] as const) await live.islands.start(id);
  expect([idsOf(live), live.settle.mock.calls]).toEqual([[], []]);
});

test('an island of the server’s page that the server could not render is rendered by the browser, including nested islands', async () => {
  const live = islandsOf(await serve({ [AROUND]: failed }));
  const place = document.querySelector(`[data-island="${AROUND}"]`);
  expect(place).toHaveTextContent('Цей розділ не завантажився');
  await live.islands.start(AROUND);
  await isLive(live, AROUND);
  expect(place).not.toHaveTextContent('Цей розділ не завантажився');
  expect((await screen.findByLabelText('Прізвище')).closest('#vacancies')).toBeInTheDocument();
  await choose('SMM');
  expect(await screen.findByText('SMM × 1')).toBeInTheDocument();
});

test('an island of the server’s page is mounted after the one before it, so that the browser handles input in between', async () => {
  const { islands } = islandsOf(await serve());
  const order: string[] = [];
  const client = jest.requireActual<typeof Client>('react-dom/client');
  jest.spyOn(client, 'hydrateRoot').mockImplementation(() => {
    order.push('mount');
    setTimeout(() => order.push('input'), 0);
    return { render: () => undefined, unmount: () => undefined };
  });
  await Promise.all([islands.start(AROUND), islands.start(CONTACT)]);
  expect(order).toEqual(['mount', 'input', 'mount', 'input']);
});

test('a press before an island’s code is repeated when the island is live, without the browser’s default action', async () => {
  const live = islandsOf(await serve());
  const click = jest.fn<(event: Event) => void>();
  window.addEventListener('click', click, { once: true });
  live.starter.pressed.set(CONTACT, caller());
  await live.islands.start(CONTACT);
  await isLive(live, CONTACT);
  await waitFor(() => {
    expect(caller()).toHaveTextContent('Гукнули: 1');
  });
  expect(click.mock.calls.every(([{ defaultPrevented }]) => defaultPrevented)).toBe(true);
  expect(live.starter.pressed.size).toBe(0);
});

test('an island that crashes while it is made live keeps elements, input and focus, and waits for nothing', async () => {
  jest.mocked(console.error).mockImplementation(() => undefined);
  const crash = (): never => {
    throw new Error('render');
  };
  const { islands, settle } = islandsOf(await serve(), {
    [CONTACT]: () => Promise.resolve({ default: crash }),
  });
  const field = nameField();
  field.value = 'Ольга';
  field.focus();
  await islands.start(CONTACT);
  await waitFor(() => {
    expect(settle.mock.calls).toEqual([[CONTACT, false]]);
  });
  expect(nameField()).toBe(field);
  expect(document.querySelectorAll('#contact-form')).toHaveLength(1);
  expect(field).toHaveValue('Ольга');
  expect(field).toHaveFocus();
});

test('an island with an extension’s element is rendered anew, with input, focus and selection from before', async () => {
  const live = islandsOf(await serve());
  const field = nameField();
  field.before(document.createElement('div'));
  field.value = 'Ольга';
  field.focus();
  field.setSelectionRange(1, 3, 'backward');
  const changed = jest.fn();
  document.addEventListener('input', changed, { once: true });
  await live.islands.start(CONTACT);
  await isLive(live, CONTACT);
  expect(nameField()).not.toBe(field);
  expect(nameField()).toHaveValue('Ольга');
  expect(nameField()).toHaveFocus();
  const { selectionStart, selectionEnd, selectionDirection } = nameField();
  expect([selectionStart, selectionEnd, selectionDirection]).toEqual([1, 3, 'backward']);
  expect(changed).toHaveBeenCalledTimes(1);
});

test('an outer island that is rendered anew returns the focus to a field of the island in it', async () => {
  const live = islandsOf(await serve());
  const field = surnameField();
  screen.getByRole('button', { name: 'SMM' }).before(document.createElement('div'));
  field.value = 'Романюк';
  field.focus();
  await live.islands.start(AROUND);
  await isLive(live, AROUND);
  expect(surnameField()).toBe(field);
  expect(field).toHaveValue('Романюк');
  expect(field).toHaveFocus();
});

test('a live island that crashes becomes the server’s unchanged elements, with the visitor’s input as it is then', async () => {
  jest.mocked(console.error).mockImplementation(() => undefined);
  const { default: Sound } = await MODULES[CONTACT]();
  const Fragile = (props: ModuleProps<typeof CONTACT>) => {
    const [isBroken, breakIt] = useReducer(() => true, false);
    useEffect(() => {
      addEventListener('offline', breakIt, { once: true });
    }, []);
    if (isBroken) throw new Error('render');
    return <Sound {...props} />;
  };
  const live = islandsOf(await serve(), { [CONTACT]: () => Promise.resolve({ default: Fragile }) });
  nameField().value = 'Оля';
  await live.islands.start(CONTACT);
  await isLive(live, CONTACT);
  await userEvent.click(caller());
  await userEvent.type(nameField(), ' Гук');
  window.dispatchEvent(new Event('offline'));
  await waitFor(() => {
    expect(caller()).toHaveTextContent('Гукнули: 0');
  });
  expect(nameField()).toHaveValue('Оля Гук');
  expect(nameField()).toHaveFocus();
});

test('an error in an event handler is reported as thrown; one that a boundary catches only as a crash', async () => {
  jest.mocked(console.error).mockImplementation(() => undefined);
  const kinds: string[] = [];
  const sendBeacon = (_: string, body: string) => kinds.push((JSON.parse(body) as FailureReport).kind);
  Object.assign(navigator, { sendBeacon });
  watchErrors();
  const fault = (): never => {
    const file = '/remotes/forms/aaaaaaaaaaaa/client/static/form.js:1:20';
    throw Object.assign(new Error('A fault'), { stack: `Error: A fault\n    at form (${file})` });
  };
  const { islands } = islandsOf(await serve(), {
    [APPLICATION]: () => Promise.resolve({ default: fault }),
    [CONTACT]: () => Promise.resolve({ default: () => <button onClick={fault}>Зламати</button> }),
  });
  for (const id of [APPLICATION, CONTACT] as const) await islands.start(id);
  const button = await screen.findByRole('button', { name: 'Зламати' });
  expect(kinds).toEqual(['crashed']);
  await userEvent.click(button);
  await waitFor(() => {
    expect(kinds).toEqual(['crashed', 'threw']);
  });
});

test('an island nested in a live one is unchanged until it gets a new slot; when loaded, it has the same elements, the last choice, and every new one', async () => {
  const code = deferred<RemoteModule<typeof APPLICATION>>();
  const page = await serve();
  const typed = surnameField();
  typed.value = 'Романюк';
  const live = islandsOf(page, { [APPLICATION]: () => code.promise });
  await live.islands.start(AROUND);
  await isLive(live, AROUND);
  expect(idsOf(live)).toEqual([AROUND]);
  await choose('SMM');
  await choose('Таргет');
  code.resolve(await MODULES[APPLICATION]());
  await isLive(live, AROUND, APPLICATION);
  expect(await screen.findByText('Таргет × 1')).toBeInTheDocument();
  // A repeated choice counts too.
  await choose('Таргет');
  expect(await screen.findByText('Таргет × 2')).toBeInTheDocument();
  await choose('SMM');
  expect(await screen.findByText('SMM × 3')).toBeInTheDocument();
  expect(surnameField()).toBe(typed);
  expect(surnameField()).toHaveValue('Романюк');
  expect(console.error).not.toHaveBeenCalled();
});

test('an island nested in a live one that was live first stays live', async () => {
  const live = islandsOf(await serve());
  const typed = surnameField();
  for (const id of [APPLICATION, AROUND] as const) await live.islands.start(id);
  await isLive(live, APPLICATION, AROUND);
  await choose('SMM');
  expect(await screen.findByText('SMM × 1')).toBeInTheDocument();
  expect(surnameField()).toBe(typed);
});
