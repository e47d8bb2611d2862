/** @jest-environment ./testing/served-page-environment.ts */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { useEffect, useReducer } from 'react';
import type * as Client from 'react-dom/client';
import { watchErrors, type FailureReport } from '../../page/failures';
import type { RemoteModule } from '../../site';
import { loaded, MODULES } from '../../testing/bakery/modules';
import { deferred } from '../../testing/islands';
import { islandsOf, serve } from '../../testing/served-page';

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
const ORDER = 'orders/OrderForm';
const JOBS = 'shop/Jobs';
const JOB = 'orders/JobForm';
const failed = () => Promise.reject(new Error('404'));
const tick = () => new Promise((resolve) => setTimeout(resolve, 0));
const nameField = () => screen.getByLabelText<HTMLInputElement>('Name');
const surnameField = () => screen.getByLabelText<HTMLInputElement>('Surname');
const caller = () => screen.getByRole('button', { name: /Rings/ });
const choose = (job: string) => userEvent.click(screen.getByRole('button', { name: job }));
const isLive = ({ settle }: Live, ...ids: readonly string[]) =>
  waitFor(() => {
    expect(settle.mock.calls).toEqual(ids.map((id) => [id, true]));
  });

test('an island of the server’s page is unchanged while its code is loaded once; then it is live without warnings, with the same elements, input and ids', async () => {
  const code = deferred<RemoteModule>();
  const live = islandsOf(await serve(), { [ORDER]: () => code.promise });
  const html = document.body.innerHTML;
  const [button, field, { id }] = [caller(), nameField(), nameField()];
  field.value = 'Anna';
  field.focus();
  const starting = Promise.all([live.islands.start(ORDER), live.islands.start(ORDER)]);
  await tick();
  expect(document.body.innerHTML).toBe(html);
  code.resolve(await MODULES[ORDER]());
  await starting;
  await isLive(live, ORDER);
  expect(live.requested()).toEqual([ORDER]);
  expect([nameField(), field.id, field.value]).toEqual([field, id, 'Anna']);
  expect(field).toHaveFocus();
  await userEvent.click(button);
  expect(button).toHaveTextContent('Rings: 1');
  expect(console.error).not.toHaveBeenCalled();
});

test('an island of the server’s page is not created for a non-interactive element, or on another page', async () => {
  const live = islandsOf(await serve());
  for (const id of ['shop/Window', 'news/Story']) await live.islands.start(id);
  expect([live.requested(), live.settle.mock.calls]).toEqual([[], []]);
});

test('an island of the server’s page that the server could not render is rendered by the browser, including nested islands', async () => {
  const live = islandsOf(await serve({ [JOBS]: failed }));
  const place = document.querySelector(`[data-island="${JOBS}"]`);
  expect(place).toHaveTextContent(`${JOBS} failed`);
  await live.islands.start(JOBS);
  await isLive(live, JOBS);
  expect(place).not.toHaveTextContent(`${JOBS} failed`);
  expect((await screen.findByLabelText('Surname')).closest('#jobs')).toBeInTheDocument();
  await choose('Baker');
  expect(await screen.findByText('Baker × 1')).toBeInTheDocument();
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
  await Promise.all([islands.start(JOBS), islands.start(ORDER)]);
  expect(order).toEqual(['mount', 'input', 'mount', 'input']);
});

test('a press before an island’s code is repeated when the island is live, without the browser’s default action', async () => {
  const live = islandsOf(await serve());
  const click = jest.fn<(event: Event) => void>();
  window.addEventListener('click', click, { once: true });
  live.starter.pressed.set(ORDER, caller());
  await live.islands.start(ORDER);
  await isLive(live, ORDER);
  await waitFor(() => {
    expect(caller()).toHaveTextContent('Rings: 1');
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
    [ORDER]: () => loaded({ default: crash }),
  });
  const field = nameField();
  field.value = 'Anna';
  field.focus();
  await islands.start(ORDER);
  await waitFor(() => {
    expect(settle.mock.calls).toEqual([[ORDER, false]]);
  });
  expect(nameField()).toBe(field);
  expect(document.querySelectorAll('#order-form')).toHaveLength(1);
  expect(field).toHaveValue('Anna');
  expect(field).toHaveFocus();
});

test('an island with an extension’s element is rendered anew, with input, focus and selection from before', async () => {
  const live = islandsOf(await serve());
  const field = nameField();
  field.before(document.createElement('div'));
  field.value = 'Anna';
  field.focus();
  field.setSelectionRange(1, 3, 'backward');
  const changed = jest.fn();
  document.addEventListener('input', changed, { once: true });
  await live.islands.start(ORDER);
  await isLive(live, ORDER);
  expect(nameField()).not.toBe(field);
  expect(nameField()).toHaveValue('Anna');
  expect(nameField()).toHaveFocus();
  const { selectionStart, selectionEnd, selectionDirection } = nameField();
  expect([selectionStart, selectionEnd, selectionDirection]).toEqual([1, 3, 'backward']);
  expect(changed).toHaveBeenCalledTimes(1);
});

test('an outer island that is rendered anew returns the focus to a field of the island in it', async () => {
  const live = islandsOf(await serve());
  const field = surnameField();
  screen.getByRole('button', { name: 'Baker' }).before(document.createElement('div'));
  field.value = 'Bond';
  field.focus();
  await live.islands.start(JOBS);
  await isLive(live, JOBS);
  expect(surnameField()).toBe(field);
  expect(field).toHaveValue('Bond');
  expect(field).toHaveFocus();
});

test('a live island that crashes becomes the server’s unchanged elements, with the visitor’s input as it is then', async () => {
  jest.mocked(console.error).mockImplementation(() => undefined);
  const { default: Sound } = await MODULES[ORDER]();
  const Fragile = (props: object) => {
    const [isBroken, breakIt] = useReducer(() => true, false);
    useEffect(() => {
      addEventListener('offline', breakIt, { once: true });
    }, []);
    if (isBroken) throw new Error('render');
    return <Sound {...props} />;
  };
  const live = islandsOf(await serve(), { [ORDER]: () => loaded({ default: Fragile }) });
  nameField().value = 'Ann';
  await live.islands.start(ORDER);
  await isLive(live, ORDER);
  await userEvent.click(caller());
  await userEvent.type(nameField(), ' Lee');
  window.dispatchEvent(new Event('offline'));
  await waitFor(() => {
    expect(caller()).toHaveTextContent('Rings: 0');
  });
  expect(nameField()).toHaveValue('Ann Lee');
  expect(nameField()).toHaveFocus();
});

test('an error in an event handler is reported as thrown; one that a boundary catches only as a crash', async () => {
  jest.mocked(console.error).mockImplementation(() => undefined);
  const kinds: string[] = [];
  const sendBeacon = (_: string, body: string) => kinds.push((JSON.parse(body) as FailureReport).kind);
  Object.assign(navigator, { sendBeacon });
  watchErrors();
  const fault = (): never => {
    const file = '/remotes/orders/aaaaaaaaaaaa/client/static/form.js:1:20';
    throw Object.assign(new Error('A fault'), { stack: `Error: A fault\n    at form (${file})` });
  };
  const { islands } = islandsOf(await serve(), {
    [JOB]: () => loaded({ default: fault }),
    [ORDER]: () => loaded({ default: () => <button onClick={fault}>Break</button> }),
  });
  for (const id of [JOB, ORDER]) await islands.start(id);
  const button = await screen.findByRole('button', { name: 'Break' });
  expect(kinds).toEqual(['crashed']);
  await userEvent.click(button);
  await waitFor(() => {
    expect(kinds).toEqual(['crashed', 'threw']);
  });
});

test('an island nested in a live one is unchanged until it gets a new slot; when loaded, it has the same elements, the last choice, and every new one', async () => {
  const code = deferred<RemoteModule>();
  const page = await serve();
  const typed = surnameField();
  typed.value = 'Bond';
  const live = islandsOf(page, { [JOB]: () => code.promise });
  await live.islands.start(JOBS);
  await isLive(live, JOBS);
  expect(live.requested()).toEqual([JOBS]);
  await choose('Baker');
  await choose('Driver');
  code.resolve(await MODULES[JOB]());
  await isLive(live, JOBS, JOB);
  expect(await screen.findByText('Driver × 1')).toBeInTheDocument();
  // A repeated choice counts too.
  await choose('Driver');
  expect(await screen.findByText('Driver × 2')).toBeInTheDocument();
  await choose('Baker');
  expect(await screen.findByText('Baker × 3')).toBeInTheDocument();
  expect(surnameField()).toBe(typed);
  expect(surnameField()).toHaveValue('Bond');
  expect(console.error).not.toHaveBeenCalled();
});

test('an island nested in a live one that was live first stays live', async () => {
  const live = islandsOf(await serve());
  const typed = surnameField();
  for (const id of [JOB, JOBS]) await live.islands.start(id);
  await isLive(live, JOB, JOBS);
  await choose('Baker');
  expect(await screen.findByText('Baker × 1')).toBeInTheDocument();
  expect(surnameField()).toBe(typed);
});
