/** @jest-environment ./testing/served-page-environment.ts */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { PageServicesProvider, type PageServices } from '../../page/islands/island';
import { API, MODULES } from '../../testing/bakery/modules';
import { bakery, frame } from '../../testing/bakery/site';
import { fakeServices, type Modules } from '../../testing/islands';
import { stubResizeObserver } from '../../testing/resize-observer';
import { islandsOf, serve } from '../../testing/served-page';
import { createRoutes, ServedPage } from './app';

let root: Root | undefined;
beforeEach(() => {
  stubResizeObserver();
  window.scrollTo = () => undefined;
  jest.spyOn(console, 'error');
  // jsdom cannot scroll to an element.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  act(() => root?.unmount());
  jest.restoreAllMocks();
});

const failed = () => Promise.reject(new Error('404'));
const main = () => screen.getByRole('main');
const sectionIds = () => [...document.querySelectorAll('main section')].map(({ id }) => id);
const SECTIONS = ['window', 'breads', 'jobs', 'latest', 'visit'];
const storyIsShown = () => screen.findByRole('heading', { name: 'About rye' });

/** Shows the bakery at an address. `served` is the page if the server rendered it. */
async function start(address: string, services: PageServices, served: ServedPage | null) {
  const router = createMemoryRouter(createRoutes({ frame, served }), { initialEntries: [address] });
  const page = (
    <StrictMode>
      <PageServicesProvider value={services}>
        <RouterProvider router={router} />
      </PageServicesProvider>
    </StrictMode>
  );
  const container = document.getElementById('root') ?? document.body;
  await act(async () => {
    if (served) root = hydrateRoot(container, page);
    else (root = createRoot(container)).render(page);
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
  return (to: string) => act(() => router.navigate(to));
}

/** Visits a page that the browser renders. */
async function visit(address: string, changes: Modules = {}) {
  document.body.innerHTML = '<div id="root"></div>';
  const { services, requested } = fakeServices({
    site: bakery,
    modules: { ...MODULES, ...changes },
    api: API,
  });
  return { go: await start(address, services, null), requested };
}

/** Visits a page that the server rendered. */
async function visitServed(isComplete = true) {
  const live = islandsOf(await serve());
  return { ...live, go: await start('/', live.services, new ServedPage(bakery, main(), isComplete)) };
}

test('a link from a page to another of its kind loads the content of the new address', async () => {
  const stories = jest.spyOn(API, 'story').mockRejectedValue(new Error('404'));
  const { go, requested } = await visit('/news/1');
  await go('/news/2');
  expect(await screen.findByRole('heading', { name: 'No such story' })).toBeInTheDocument();
  expect(stories.mock.calls.map(([id]) => id)).toEqual(['1', '2']);
  expect(requested()).toEqual(['news/Story', 'news/Story']);
});

test('a page without islands needs no remote', async () => {
  const { requested } = await visit('/hours');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Open from six');
  expect([document.title, requested()]).toEqual(['Opening hours', []]);
});

test('a link to a place on the page reloads no island; a return reloads only a failed one', async () => {
  const loads = [failed];
  const { requested, go } = await visit('/', {
    'shop/Window': () => (loads.shift() ?? MODULES['shop/Window'])(),
  });
  const loaded = requested();
  await go('/#visit');
  expect(document.getElementById('visit')).toHaveFocus();
  expect(requested()).toEqual(loaded);
  await go('/news/1');
  expect(await storyIsShown()).toBeInTheDocument();
  await go('/');
  await waitFor(() => {
    expect([sectionIds(), document.title]).toEqual([SECTIONS, 'The bakery']);
  });
  expect(requested()).toEqual([...loaded, 'news/Story', 'shop/Window']);
});

test('a page rendered by the server is replaced by the next page; on return its nodes are back, and live islands still live', async () => {
  const { islands, settle, requested, go } = await visitServed();
  const [bread, field] = [screen.getByText('Fresh bread'), screen.getByLabelText('Name')];
  const button = screen.getByRole('button', { name: 'Rings: 0' });
  await act(() => islands.start('orders/OrderForm'));
  await act(async () => {
    while (settle.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  });
  await userEvent.type(field, 'Anna');
  await go('/news/1');
  expect(await storyIsShown()).toBeInTheDocument();
  expect(bread).not.toBeInTheDocument();
  expect(document.title).toBe('About rye');

  await go('/');
  expect([screen.getByText('Fresh bread'), screen.getByLabelText('Name')]).toEqual([bread, field]);
  expect(field).toHaveValue('Anna');
  await userEvent.click(button);
  expect(button).toHaveTextContent('Rings: 1');
  expect(document.title).toBe('The bakery');
  expect(requested()).toEqual(['orders/OrderForm', 'news/Story']);
  expect(console.error).not.toHaveBeenCalled();
});

test('a new slot makes an island of the server’s page live, with its field; the next slot gets there too', async () => {
  const { requested, services } = await visitServed();
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  field.value = 'Anna';
  for (const bread of ['rye', 'wheat']) {
    act(() => {
      services.slots.of('orders/OrderForm').set({ chosen: { bread } });
    });
    expect(await screen.findByText(bread)).toBeInTheDocument();
  }
  expect(screen.getByLabelText('Name')).toBe(field);
  expect(field).toHaveValue('Anna');
  expect(requested()).toEqual(['orders/OrderForm']);
  expect(console.error).not.toHaveBeenCalled();
});

test.each([
  ['the browser’s before the visitor has typed', false],
  ['the router’s after the visitor has typed, so typed text is kept', true],
])('on a touch screen, a link is %s', async (_, isFilled) => {
  await visitServed();
  jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList);
  Object.assign(window, { starter: { isFilled: () => isFilled } });
  main().insertAdjacentHTML('beforeend', '<a href="/news/1">Story</a>');
  let isPrevented;
  const last = (event: Event) => {
    isPrevented = event.defaultPrevented;
    // jsdom cannot navigate.
    event.preventDefault();
  };
  window.addEventListener('click', last, { once: true });
  fireEvent.click(screen.getByRole('link', { name: 'Story' }));
  expect(isPrevented).toBe(isFilled);
  await waitFor(() => {
    expect(screen.queryAllByRole('heading', { name: 'About rye' })).toHaveLength(Number(isFilled));
  });
});

test('an incomplete page is rendered again on return', async () => {
  const { go } = await visitServed(false);
  const bread = screen.getByText('Fresh bread');
  await go('/news/1');
  await go('/');
  expect(await screen.findByText('Fresh bread')).not.toBe(bread);
});

test('an island whose code arrives during a visit of another page is live on return', async () => {
  const { islands, go } = await visitServed();
  const button = screen.getByRole('button', { name: 'Rings: 0' });
  await go('/news/1');
  await act(() => islands.start('orders/OrderForm'));
  await go('/');
  await userEvent.click(button);
  expect(button).toHaveTextContent('Rings: 1');
});
