import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ModuleProps, RemoteModule } from '@vidlunnia/shared/contracts';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState, type ReactNode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { deferred, fakeApi, fakeLoader, type Modules } from '../../testing/parts';
import { elementOf, NO_PARAMS } from '../pages/pages';
import { RemoteError } from '../remotes/errors';
import { PartServicesProvider, type PartServices } from './part-services';
import { PartStore } from './part-store';
import { RemotePart } from './remote-part';

const log = jest.fn();
let root: Root | undefined;
beforeEach(() => {
  jest.resetAllMocks();
  jest.spyOn(console, 'error');
});
afterEach(() => {
  act(() => root?.unmount());
  jest.restoreAllMocks();
});

function Team() {
  const [times, setTimes] = useState(0);
  return (
    <section id="team">
      <button
        onClick={() => {
          setTimes(times + 1);
        }}
      >
        Гукнули: {times}
      </button>
    </section>
  );
}
const Vacancies = ({ form }: ModuleProps<'home/Vacancies'>) => (
  <section id="vacancies">{form({ positions: ['SMM'], chosen: null })}</section>
);
const MODULES: Modules = {
  'home/Team': () => Promise.resolve({ default: Team }),
  'home/Vacancies': () => Promise.resolve({ default: Vacancies }),
};
const failed = () => Promise.reject(new RemoteError('404'));
type Before = () => ReactNode;
const team = <RemotePart id="home/Team" section="team" params={NO_PARAMS} props={{}} />;
const vacancies = (text: string) => (
  <RemotePart id="home/Vacancies" section="vacancies" params={NO_PARAMS} props={{ form: () => text }} />
);

/** One object for the life of a page, as the services are: a new one would reach every part. */
const servicesOf = (store: PartStore, settled: boolean): PartServices => ({
  store,
  api: fakeApi(),
  announce: () => undefined,
  submission: null,
  settled,
});
const page = (services: PartServices, content: ReactNode) => (
  <StrictMode>
    <PartServicesProvider value={services}>{content}</PartServicesProvider>
  </StrictMode>
);
const storeOf = (modules: Modules) => {
  const { loader, asked } = fakeLoader(modules);
  return { store: new PartStore({ loader, api: fakeApi(), dataDeadline: 1_000, log }), asked };
};

/** Puts into the document what the server renders once everything that could arrive is there. */
async function serve(content: ReactNode, modules: Modules): Promise<HTMLElement> {
  const { store } = storeOf(modules);
  for (const id of ['home/Team', 'home/Vacancies'] as const) await store.state(id, NO_PARAMS).attempt.failure;
  const container = document.createElement('div');
  container.innerHTML = renderToString(page(servicesOf(store, true), content));
  document.body.replaceChildren(container);
  log.mockClear();
  return container;
}

/** Goes on from the server's HTML, with the parts adopted and the gate closed. */
async function hydrate(container: HTMLElement, content: ReactNode, modules: Modules) {
  const { store, asked } = storeOf(modules);
  const services = servicesOf(store, false);
  const gate = deferred<undefined>();
  for (const id of ['home/Team', 'home/Vacancies'] as const) {
    const nodes = [...container.querySelectorAll(`#${elementOf(id)}`)];
    void store.adopt(id, NO_PARAMS, { data: null, nodes, ready: gate.promise });
  }
  let live: Root | undefined;
  const put = (next: ReactNode) =>
    act(async () => {
      if (live) live.render(page(services, next));
      else root = live = hydrateRoot(container, page(services, next));
      await Promise.resolve();
    });
  await put(content);
  const open = () =>
    act(async () => {
      gate.resolve(undefined);
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
  return { asked, put, open };
}

describe('a part that the server rendered', () => {
  test('is read before its code is asked for, and the very elements become live', async () => {
    const container = await serve(team, MODULES);
    const button = screen.getByRole('button', { name: 'Гукнули: 0' });
    const { asked, open } = await hydrate(container, team, MODULES);
    expect(screen.getByRole('button', { name: 'Гукнули: 0' })).toBe(button);
    expect(asked).not.toHaveBeenCalled();
    await open();
    expect(asked.mock.calls).toEqual([
      ['home/Team', 'hydration'],
      ['home/Vacancies', 'hydration'],
    ]);
    await userEvent.click(button);
    expect(button).toHaveTextContent('Гукнули: 1');
    expect(screen.getByRole('button')).toBe(button);
    expect(console.error).not.toHaveBeenCalled();
  });

  test('is not erased by what its page gives it meanwhile, which it shows once it is live', async () => {
    const container = await serve(vacancies('перше'), MODULES);
    const element = document.getElementById('vacancies');
    const { open, put } = await hydrate(container, vacancies('перше'), MODULES);
    await put(vacancies('друге'));
    expect(document.getElementById('vacancies')).toBe(element);
    expect(element).toHaveTextContent('перше');
    await open();
    expect(document.getElementById('vacancies')).toBe(element);
    expect(element).toHaveTextContent('друге');
    expect(console.error).not.toHaveBeenCalled();
  });

  const Crash = (): never => {
    throw new Error('render');
  };
  const Before = () => <section id="team">Минулий випуск</section>;
  /** What each plan brings: the release of the page fails or crashes, the one before is whole unless a test says so. */
  const releases = (
    ofPage: () => Promise<RemoteModule<'home/Team'>>,
    before: Before | null = Before,
  ): Modules => ({
    ...MODULES,
    'home/Team': (plan) => {
      if (plan === 'hydration') return ofPage();
      return before ? Promise.resolve({ default: before }) : failed();
    },
  });
  const WAYS: Readonly<Record<string, () => Promise<RemoteModule<'home/Team'>>>> = {
    'whose code never comes': failed,
    'whose component crashes as it is made live': () => Promise.resolve({ default: Crash }),
  };

  describe.each(Object.entries(WAYS))('and %s', (_, ofPage) => {
    const both = [<div key="team">{team}</div>, <div key="vacancies">{vacancies('перше')}</div>];
    const begin = async (before: Before | null = Before) => {
      const container = await serve(both, MODULES);
      const [button, sibling] = [screen.getByRole('button'), document.getElementById('vacancies')];
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
      const { open } = await hydrate(container, both, releases(ofPage, before));
      return { button, sibling, open };
    };
    const expectKept = (button: HTMLElement) => {
      expect(screen.getByRole('button', { name: 'Гукнули: 0' })).toBe(button);
      expect(document.querySelectorAll('#team')).toHaveLength(1);
      expect(screen.queryByText(/не завантажився/)).not.toBeInTheDocument();
      expect(log).toHaveBeenLastCalledWith('home/Team stays as the server rendered it', expect.any(Error));
    };

    test('is made anew in its place by the release before; its siblings stay', async () => {
      const { sibling, open } = await begin();
      await open();
      expect(screen.getByText('Минулий випуск')).toBe(document.getElementById('team'));
      expect(screen.queryByRole('button')).not.toBeInTheDocument();
      expect(document.getElementById('vacancies')).toBe(sibling);
      expect(log).not.toHaveBeenCalled();
    });

    test('keeps its very elements when there is no release before', async () => {
      const { button, sibling, open } = await begin(null);
      await open();
      expectKept(button);
      expect(document.getElementById('vacancies')).toBe(sibling);
    });

    test('keeps its very elements when the release before crashes too', async () => {
      const { button, open } = await begin(Crash);
      await open();
      expect(screen.getByRole('button', { name: 'Гукнули: 0' })).toBe(button);
      expect(document.querySelectorAll('#team')).toHaveLength(1);
    });

    test('keeps its very elements when the visitor has begun with it', async () => {
      const { button, open } = await begin();
      button.focus();
      await open();
      expectKept(button);
      expect(button).toHaveFocus();
    });
  });

  test('within one that is made anew around it keeps its very elements, until its own code is there', async () => {
    const inner = deferred<RemoteModule<'home/Team'>>();
    const slot = (
      <RemotePart id="home/Vacancies" section="vacancies" params={NO_PARAMS} props={{ form: () => team }} />
    );
    const container = await serve(slot, MODULES);
    const button = screen.getByRole('button', { name: 'Гукнули: 0' });
    const Anew = ({ form }: ModuleProps<'home/Vacancies'>) => (
      <section id="vacancies">Минулий випуск {form({ positions: [], chosen: null })}</section>
    );
    const { open } = await hydrate(container, slot, {
      'home/Team': () => inner.promise,
      'home/Vacancies': (plan) => (plan === 'hydration' ? failed() : Promise.resolve({ default: Anew })),
    });
    await open();
    expect(document.getElementById('vacancies')).toHaveTextContent('Минулий випуск');
    expect(screen.getByRole('button', { name: 'Гукнули: 0' })).toBe(button);
    await act(async () => {
      inner.resolve({ default: Team });
      await inner.promise;
    });
    await userEvent.click(screen.getByRole('button'));
    expect(screen.getByRole('button')).toHaveTextContent('Гукнули: 1');
  });
});

describe('a part that the server could not render', () => {
  test('has its words there, without a button that nothing would answer', async () => {
    const container = await serve(team, { ...MODULES, 'home/Team': failed });
    expect(container).toHaveTextContent('Цей розділ не завантажився. Решта сторінки працює.');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(container.querySelector('#team')).toBeInTheDocument();
  });

  test('is loaded by the browser', async () => {
    const container = await serve(team, { ...MODULES, 'home/Team': failed });
    const { store } = storeOf(MODULES);
    await act(async () => {
      root = hydrateRoot(container, page(servicesOf(store, false), team), {
        onRecoverableError: () => undefined,
      });
      await Promise.resolve();
    });
    expect(await screen.findByRole('button', { name: 'Гукнули: 0' })).toBeInTheDocument();
    expect(container.querySelectorAll('#team')).toHaveLength(1);
  });
});
