import { beforeEach, expect, jest, test } from '@jest/globals';
import type { RemoteModule } from '@vidlunnia/contracts';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useEffect, useReducer, type ReactNode } from 'react';
import { deferred, fakeServices, type Modules } from '../../testing/islands';
import { pageAt } from '../pages/pages';
import { announce, Announcer } from './fallbacks';
import { Island, PageServicesProvider } from './island';

// lifecycle.test.ts tests an island after failures.

/** The last text for screen readers. */
const said = () => screen.getByRole('status').textContent;

beforeEach(() => {
  jest.resetAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

const RETRY = 'Спробувати ще раз';
const pressRetry = async () => userEvent.click(await screen.findByRole('button', { name: RETRY }));

/** Shows islands of the home page during a visit. */
async function show(children: ReactNode, modules: Modules) {
  const { services, requested } = fakeServices(modules);
  const page = (content: ReactNode) => (
    <StrictMode>
      <PageServicesProvider value={services}>{content}</PageServicesProvider>
      <Announcer />
    </StrictMode>
  );
  void services.store.open(pageAt('/'));
  const { rerender } = render(page(children), { onCaughtError: () => undefined });
  const put = (content: ReactNode) =>
    act(async () => {
      rerender(page(content));
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
  await put(children);
  return { put, requests: () => requested.mock.calls.filter(([id]) => id === 'home/Team').length };
}

const team = <Island id="home/Team" />;
const about = <Island id="home/About" />;
const there = <Id extends 'home/Team' | 'home/About'>(text: string): RemoteModule<Id> => ({
  default: () => <h2 id={text}>{text}</h2>,
});
const crash = (): never => {
  throw new Error('render');
};
const failed = () => Promise.reject(new Error('404'));

test('a failed island keeps its message and focus during a retry; one that recovers is announced and gets the focus, once', async () => {
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  const retries = [deferred<RemoteModule<'home/Team'>>(), deferred<RemoteModule<'home/Team'>>()];
  const [first, second] = retries;
  const loads = [
    failed,
    ...retries.map(
      ({ promise }) =>
        () =>
          promise,
    ),
  ];
  const { requests, put } = await show(team, { 'home/Team': () => (loads.shift() ?? failed)() });
  await pressRetry();
  const button = screen.getByRole('button', { name: 'Пробуємо ще раз…' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText(/Цей розділ не завантажився/)).toBeInTheDocument();
  first?.reject(new Error('404'));
  expect(await screen.findByRole('button', { name: RETRY })).toHaveFocus();
  expect(said()).toBe('');

  await pressRetry();
  expect(requests()).toBe(3);
  second?.resolve(there('team'));
  expect(await screen.findByRole('heading', { name: 'team' })).toBeInTheDocument();
  await waitFor(() => {
    expect(document.getElementById('team')).toHaveFocus();
  });
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  expect(said()).toBe('Розділ завантажено');
  announce('');
  await put(null);
  await put(team);
  expect(document.body).toHaveFocus();
  expect(said()).toBe('');
});

const CrashLater = () => {
  useEffect(crash, []);
  return <h2>ще ні</h2>;
};

const Fragile = () => {
  const [isBroken, breakIt] = useReducer(() => true, false);
  return isBroken ? crash() : <button onClick={breakIt}>Зламати</button>;
};
const pressBreak = async () => userEvent.click(await screen.findByRole('button', { name: 'Зламати' }));

test.each<readonly [string, () => ReactNode, () => Promise<void>]>([
  ['as it is rendered', crash, () => Promise.resolve()],
  ['in an effect of its mounting', CrashLater, () => Promise.resolve()],
  ['after mounting', Fragile, pressBreak],
])(
  'a component that crashes %s leaves the message; a retry renders it again, others stay',
  async (_, component, act) => {
    const loads = [component, () => <h2 id="team">team</h2>];
    await show([about, team], {
      'home/Team': () => Promise.resolve({ default: loads.shift() ?? crash }),
      'home/About': () => Promise.resolve(there('about')),
    });
    await act();
    await pressRetry();
    expect(await screen.findByRole('heading', { name: 'team' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'about' })).toBeInTheDocument();
  },
);
