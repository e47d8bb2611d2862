/** @jest-environment ./testing/served-page-environment.ts */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { SECTION_IDS } from '@vidlunnia/contracts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { stubResizeObserver } from '../../testing/resize-observer';
import { islandsOf, serve } from '../../testing/served-page';
import { ServedPage } from './served-page';
import { contactSlot, PageServicesProvider } from '../islands/page-services';
import { createRoutes } from './routes';

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

const main = () => screen.getByRole('main');

/** Goes on from a served page: its router and its islands. */
async function visit(pathname: string, complete = true) {
  const live = islandsOf(await serve({}, pathname));
  const served = new ServedPage(main(), complete);
  const container = document.getElementById('root');
  if (!container) throw new Error('There is no page');
  const router = createMemoryRouter(createRoutes(served), { initialEntries: [pathname] });
  await act(async () => {
    root = hydrateRoot(
      container,
      <StrictMode>
        <PageServicesProvider value={live.services}>
          <RouterProvider router={router} />
        </PageServicesProvider>
      </StrictMode>,
    );
    await Promise.resolve();
  });
  const go = (to: string) => act(() => router.navigate(to));
  const back = () => act(() => router.navigate(-1));
  return { ...live, go, back, title: document.title };
}
describe('a page that came from the server', () => {
  test('keeps its content, in silence and without code of any island', async () => {
    const { asked } = await visit('/');
    expect([...main().children].map((child) => child.getAttribute('data-island'))).toHaveLength(
      SECTION_IDS.length,
    );
    expect(within(main()).getByText('hero')).toBeInTheDocument();
    expect(asked).not.toHaveBeenCalled();
    expect(console.error).not.toHaveBeenCalled();
  });

  test('gives way to the next page, and its very nodes are back on return, live ones live', async () => {
    const { islands, settle, asked, go, title } = await visit('/');
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
    expect(document.title).toBe(title);
    expect(asked.mock.calls.map(([id]) => id)).toEqual(['forms/ContactForm', 'blog/Post']);
    expect(console.error).not.toHaveBeenCalled();
  });

  test('makes its contact form live for a service that a link chooses, in place; a step back chooses nothing', async () => {
    const { go, back, asked, services: live } = await visit('/');
    const field = screen.getByLabelText<HTMLInputElement>('Імʼя');
    field.value = 'Ольга';
    // Not yet as the browser would have it: its target gets an attribute before it is live.
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
    for (const address of ['/?service=leads#about', '/?service=seo#contact-form', '/#contact-form'])
      await go(address);
    await back();
    expect(screen.getByText('smm')).toBeInTheDocument();
    expect(asked.mock.calls).toEqual([['forms/ContactForm', 'page']]);
    expect(console.error).not.toHaveBeenCalled();
  });
});

test('a page that was not complete is made anew on return', async () => {
  const { go } = await visit('/', false);
  const hero = screen.getByText('hero');
  await go('/blog/1');
  await go('/');
  expect(await screen.findByText('hero')).not.toBe(hero);
});

test('an island whose code comes while its visitor is on another page is live on return', async () => {
  const { islands, go } = await visit('/');
  const button = screen.getByRole('button', { name: 'Гукнули: 0' });
  await go('/blog/1');
  await act(() => islands.start('forms/ContactForm'));
  await go('/');
  await userEvent.click(button);
  expect(button).toHaveTextContent('Гукнули: 1');
});
