/** @jest-environment ./testing/served-page-environment.ts */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { SECTION_IDS } from '@vidlunnia/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { fakeServices, type Modules } from '../../testing/islands';
import { stubResizeObserver } from '../../testing/resize-observer';
import { islandsOf, serve } from '../../testing/served-page';
import { CALLS, MODULES } from '../../testing/site-modules';
import { contactSlot, PageServicesProvider, type PageServices } from '../islands/island';
import { HEADS } from '../pages/pages';
import { createRoutes, ServedPage } from './app';

let root: Root | undefined;
beforeEach(() => {
  stubResizeObserver();
  Object.assign(globalThis, { IntersectionObserver: globalThis.ResizeObserver });
  window.scrollTo = () => undefined;
  Element.prototype.getAnimations = () => [];
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

/** Shows the site at an address. `served` is the page if the server rendered it. */
async function start(address: string, services: PageServices, served: ServedPage | null) {
  const router = createMemoryRouter(createRoutes(served), { initialEntries: [address] });
  const site = (
    <StrictMode>
      <PageServicesProvider value={services}>
        <RouterProvider router={router} />
      </PageServicesProvider>
    </StrictMode>
  );
  const container = document.getElementById('root') ?? document.body;
  await act(async () => {
    if (served) root = hydrateRoot(container, site);
    else (root = createRoot(container)).render(site);
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
  const go = (to: string) => act(() => router.navigate(to));
  const back = () => act(() => router.navigate(-1));
  return { go, back };
}

/** Visits a page that the browser renders. */
async function visit(address: string, changes: Modules = {}) {
  document.body.innerHTML = '<div id="root"></div>';
  const { services, requested } = fakeServices({ ...MODULES, ...changes }, { calls: CALLS });
  const ways = await start(address, services, null);
  return { ...ways, requested: () => requested.mock.calls.map(([id]) => id) };
}

/** Visits a page that the server rendered. */
async function visitServed(pathname: string, complete = true) {
  const live = islandsOf(await serve({}, pathname));
  const ways = await start(pathname, live.services, new ServedPage(main(), complete));
  return { ...live, ...ways };
}

test('a link from post to post loads the post of the new address', async () => {
  const posts = jest.spyOn(CALLS, 'post').mockRejectedValue(new Error('404'));
  const { go, requested } = await visit('/blog/1');
  await go('/blog/%D0%BB%D1%83%D0%BD%D0%B0');
  expect(await screen.findByRole('heading', { name: 'Стаття не знайдена' })).toBeInTheDocument();
  expect(posts.mock.calls.map(([id]) => id)).toEqual(['1', 'луна']);
  expect(requested()).toEqual(['blog/Post', 'blog/Post']);
});

test('the page on personal data needs no remote', async () => {
  const { requested } = await visit('/privacy');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Що ми робимо з вашими даними');
  expect([document.title, requested()]).toEqual([HEADS.privacy.title, []]);
});

test('a link to a section of the home page reloads no island; a return reloads only a failed one', async () => {
  const { requested, go } = await visit('/', { 'home/Team': failed });
  const loaded = requested();
  await userEvent.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Про нас' }));
  expect(document.getElementById('about')).toHaveFocus();
  expect(requested()).toEqual(loaded);
  await go('/blog/1');
  expect(await screen.findByRole('heading', { name: 'Про луну' })).toBeInTheDocument();
  await go('/');
  await waitFor(() => {
    expect([sectionIds(), document.title]).toEqual([SECTION_IDS, HEADS.home.title]);
  });
  expect(requested()).toEqual([...loaded, 'blog/Post', 'home/Team']);
});

test('a page rendered by the server is replaced by the next page; on return its nodes are back, and live islands still live', async () => {
  const { islands, settle, requested, go } = await visitServed('/');
  const [hero, field] = [screen.getByText('hero'), screen.getByLabelText('Імʼя')];
  const button = screen.getByRole('button', { name: 'Гукнули: 0' });
  await act(() => islands.start('forms/ContactForm'));
  await act(async () => {
    while (settle.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  });
  await userEvent.type(field, 'Ольга');
  await go('/blog/1');
  expect(await screen.findByRole('heading', { name: 'Про луну' })).toBeInTheDocument();
  expect(hero).not.toBeInTheDocument();
  expect(document.title).toBe('Про луну — Відлуння');

  await go('/');
  expect([screen.getByText('hero'), screen.getByLabelText('Імʼя')]).toEqual([hero, field]);
  expect(field).toHaveValue('Ольга');
  await userEvent.click(button);
  expect(button).toHaveTextContent('Гукнули: 1');
  expect(document.title).toBe(HEADS.home.title);
  expect(requested.mock.calls.map(([id]) => id)).toEqual(['forms/ContactForm', 'blog/Post']);
  expect(console.error).not.toHaveBeenCalled();
});

test('a page rendered by the server makes its contact form live for a service that a link chooses; a step back chooses nothing', async () => {
  const { go, back, requested, services: live } = await visitServed('/');
  const field = screen.getByLabelText<HTMLInputElement>('Імʼя');
  field.value = 'Ольга';
  act(() => {
    live.contactChoice.set(contactSlot('smm'));
  });
  expect(await screen.findByText('smm')).toBeInTheDocument();
  expect(screen.getByLabelText('Імʼя')).toBe(field);
  expect(field).toHaveValue('Ольга');
  await go('/?service=leads#contact-form');
  expect(await screen.findByText('leads')).toBeInTheDocument();
  act(() => {
    live.contactChoice.set(contactSlot('smm'));
  });
  for (const address of ['/?service=leads#about', '/?service=#contact-form', '/#contact-form'])
    await go(address);
  await back();
  expect(screen.getByText('smm')).toBeInTheDocument();
  expect(requested.mock.calls).toEqual([['forms/ContactForm']]);
  expect(console.error).not.toHaveBeenCalled();
});

test.each([
  ['the browser’s before the visitor has typed', false],
  ['the router’s after the visitor has typed, so typed text is kept', true],
])('on a touch screen, a link is %s', async (_, isFilled) => {
  await visitServed('/');
  jest.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList);
  Object.assign(window, { starter: { isFilled: () => isFilled } });
  main().insertAdjacentHTML('beforeend', '<a href="/blog/1">Стаття</a>');
  let isPrevented;
  const last = (event: Event) => {
    isPrevented = event.defaultPrevented;
    // jsdom cannot navigate.
    event.preventDefault();
  };
  window.addEventListener('click', last, { once: true });
  fireEvent.click(screen.getByRole('link', { name: 'Стаття' }));
  expect(isPrevented).toBe(isFilled);
});

test('an incomplete page is rendered again on return', async () => {
  const { go } = await visitServed('/', false);
  const hero = screen.getByText('hero');
  await go('/blog/1');
  await go('/');
  expect(await screen.findByText('hero')).not.toBe(hero);
});

test('an island whose code arrives during a visit of another page is live on return', async () => {
  const { islands, go } = await visitServed('/');
  const button = screen.getByRole('button', { name: 'Гукнули: 0' });
  await go('/blog/1');
  await act(() => islands.start('forms/ContactForm'));
  await go('/');
  await userEvent.click(button);
  expect(button).toHaveTextContent('Гукнули: 1');
});
