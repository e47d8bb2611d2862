import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useEffect, useReducer, type ReactNode } from 'react';
import type { RemoteModule } from '../../site';
import { loaded } from '../../testing/bakery/modules';
import { pageAt } from '../../testing/bakery/pages';
import { bakery } from '../../testing/bakery/site';
import { deferred, fakeServices, type Modules } from '../../testing/islands';
import { announce, ANNOUNCER } from './fallbacks';
import { Island, PageServicesProvider } from './island';

// lifecycle.test.ts tests an island after failures.

/** The last text for screen readers. */
const said = () => screen.getByRole('status').textContent;

beforeEach(() => {
  jest.resetAllMocks();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

const pressRetry = async () => userEvent.click(await screen.findByRole('button', { name: 'Retry' }));

/** Shows islands of the shop's page during a visit. */
async function show(children: ReactNode, modules: Modules) {
  const { services, requested } = fakeServices({ site: bakery, modules });
  const page = (content: ReactNode) => (
    <StrictMode>
      <PageServicesProvider value={services}>{content}</PageServicesProvider>
      <p {...ANNOUNCER} />
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
  return { put, requests: () => requested().filter((id) => id === 'shop/Breads').length };
}

const breads = <Island id="shop/Breads" />;
const shopWindow = <Island id="shop/Window" />;
const heading = (text: string) => loaded({ default: () => <h2 id={text}>{text}</h2> });
const crash = (): never => {
  throw new Error('render');
};
const failed = () => Promise.reject(new Error('404'));

test('a failed island keeps its message and focus during a retry; one that recovers is announced and gets the focus, once', async () => {
  const focus = jest.spyOn(HTMLElement.prototype, 'focus');
  const [first, second] = [deferred<RemoteModule>(), deferred<RemoteModule>()];
  const loads = [failed, () => first.promise, () => second.promise];
  const { requests, put } = await show(breads, { 'shop/Breads': () => (loads.shift() ?? failed)() });
  await pressRetry();
  expect(screen.getByRole('button', { name: 'Retrying' })).toHaveFocus();
  expect(screen.getByText('shop/Breads failed')).toBeInTheDocument();
  first.reject(new Error('404'));
  expect(await screen.findByRole('button', { name: 'Retry' })).toHaveFocus();
  expect(said()).toBe('');

  await pressRetry();
  expect(requests()).toBe(3);
  second.resolve(await heading('breads'));
  expect(await screen.findByRole('heading', { name: 'breads' })).toBeInTheDocument();
  await waitFor(() => {
    expect(document.getElementById('breads')).toHaveFocus();
  });
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: true });
  expect(said()).toBe('Loaded');
  announce('');
  await put(null);
  await put(breads);
  expect(document.body).toHaveFocus();
  expect(said()).toBe('');
});

const CrashLater = () => {
  useEffect(crash, []);
  return <h2>not yet</h2>;
};

const Fragile = () => {
  const [isBroken, breakIt] = useReducer(() => true, false);
  return isBroken ? crash() : <button onClick={breakIt}>Break</button>;
};
const pressBreak = async () => userEvent.click(await screen.findByRole('button', { name: 'Break' }));

test.each<readonly [string, () => ReactNode, () => Promise<void>]>([
  ['as it is rendered', crash, () => Promise.resolve()],
  ['in an effect of its mounting', CrashLater, () => Promise.resolve()],
  ['after mounting', Fragile, pressBreak],
])(
  'a component that crashes %s leaves the message; a retry renders it again, others stay',
  async (_, component, act) => {
    const loads = [loaded({ default: component }), heading('breads')];
    await show([shopWindow, breads], {
      'shop/Breads': () => loads.shift() ?? failed(),
      'shop/Window': () => heading('window'),
    });
    await act();
    await pressRetry();
    expect(await screen.findByRole('heading', { name: 'breads' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'window' })).toBeInTheDocument();
  },
);
