import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RemoteModule } from '@vidlunnia/contracts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useEffect, useState, type ReactNode } from 'react';
import { fakeServices, type Modules } from '../../testing/islands';
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

const section = (id: string) => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no #${id}`);
  return within(element);
};
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
  return {
    put,
    begun: () => requested.mock.calls.filter(([id]) => id === 'home/Team').map(([, begin]) => begin),
  };
}

const team = <Island id="home/Team" />;
const about = <Island id="home/About" />;
const there = <Id extends 'home/Team' | 'home/About'>(text: string): RemoteModule<Id> => ({
  default: () => (
    <section id={text}>
      <h2>{text}</h2>
    </section>
  ),
});
const crash = (): never => {
  throw new Error('render');
};
const failed = () => Promise.reject(new Error('404'));
const hangs = () => new Promise<never>(() => undefined);
const recovering: Modules = {
  'home/Team': (begin) => (begin === 'page' ? failed() : Promise.resolve(there('team'))),
};

test('the section’s id moves to the loaded island; the focus stays', async () => {
  await show(team, { 'home/Team': () => Promise.resolve(there('team')) });
  expect(section('team').getByRole('heading', { name: 'team' })).toBeInTheDocument();
  expect(document.querySelectorAll('#team')).toHaveLength(1);
  expect(document.body).toHaveFocus();
  expect(said()).toBe('');
});

describe('an island that failed', () => {
  test('announces a retry, and shows its message until the result', async () => {
    await show(team, { 'home/Team': (begin) => (begin === 'page' ? failed() : hangs()) });
    await pressRetry();
    const button = section('team').getByRole('button', { name: 'Пробуємо ще раз…' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(section('team').getByText(/Цей розділ не завантажився/)).toBeInTheDocument();
  });

  test('that fails again keeps the focus on its button', async () => {
    const { begun } = await show(team, { 'home/Team': failed });
    await pressRetry();
    await pressRetry();
    expect(await screen.findByRole('button', { name: RETRY })).toHaveFocus();
    expect(begun()).toEqual(['page', 'live', 'live']);
    expect(said()).toBe('');
  });

  test('that recovers is announced and gets the focus without a scroll, once', async () => {
    const focus = jest.spyOn(HTMLElement.prototype, 'focus');
    const { put } = await show(team, recovering);
    await pressRetry();
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
});

describe('a component that crashes', () => {
  const CrashLater = () => {
    useEffect(crash, []);
    return <h2>ще ні</h2>;
  };

  test.each([
    ['as it is rendered', crash],
    ['in an effect of its mounting', CrashLater],
  ])('%s is caught by its boundary, and the previous release silently replaces it', async (_, component) => {
    await show([about, team], {
      'home/Team': (begin) => Promise.resolve(begin === 'live' ? there('team') : { default: component }),
      'home/About': () => Promise.resolve(there('about')),
    });
    expect(await screen.findByRole('heading', { name: 'team' })).toBeInTheDocument();
    expect(section('about').getByRole('heading', { name: 'about' })).toBeInTheDocument();
    expect(said()).toBe('');
  });

  test('after mounting shows the message instead of another release', async () => {
    const Fragile = () => {
      const [broken, breakIt] = useState(false);
      if (broken) crash();
      return (
        <button
          onClick={() => {
            breakIt(true);
          }}
        >
          Зламати
        </button>
      );
    };
    const { begun } = await show(team, { 'home/Team': () => Promise.resolve({ default: Fragile }) });
    await userEvent.click(screen.getByRole('button', { name: 'Зламати' }));
    expect(await screen.findByRole('button', { name: RETRY })).toBeInTheDocument();
    expect(begun()).toEqual(['page']);
  });
});
