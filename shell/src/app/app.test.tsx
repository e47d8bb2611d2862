/** @jest-environment ./testing/browser-environment.ts */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { SECTION_IDS } from '@vidlunnia/contracts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { fakeServices, type Modules } from '../../testing/islands';
import { stubResizeObserver } from '../../testing/resize-observer';
import { CALLS, MODULES } from '../../testing/site-modules';
import { HEADS } from '../pages/page-heads';
import { modulesOf, pageAt } from '../pages/pages';
import { PageServicesProvider } from '../islands/page-services';
import { createRoutes } from './routes';

// Pages that the browser makes; the one that came from the server: served-app.test.tsx.

beforeEach(() => {
  stubResizeObserver();
  Object.assign(globalThis, { IntersectionObserver: globalThis.ResizeObserver });
  window.scrollTo = () => undefined;
  Element.prototype.getAnimations = () => [];
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const failed = () => Promise.reject(new Error('404'));

async function visit(address: string, changes: Modules = {}) {
  const { services, asked } = fakeServices({ ...MODULES, ...changes }, { calls: CALLS });
  const router = createMemoryRouter(createRoutes(null), { initialEntries: [address] });
  await act(async () => {
    render(
      <PageServicesProvider value={services}>
        <RouterProvider router={router} />
      </PageServicesProvider>,
    );
    await new Promise((resolve) => setTimeout(resolve, 0));
  });
  return {
    asked: () => asked.mock.calls.map(([id]) => id),
    router,
    go: (to: string) => act(() => router.navigate(to)),
  };
}
const sectionIds = () => [...document.querySelectorAll('main section')].map(({ id }) => id);

test('the home page has its sections in order, each form in its slot, and loads each island once', async () => {
  const { asked } = await visit('/');
  expect(sectionIds()).toEqual(SECTION_IDS);
  expect(document.querySelector('#vacancies #application-form')).toBeInTheDocument();
  expect(document.querySelector('#contact #contact-form')).toBeInTheDocument();
  expect(asked()).toEqual(modulesOf(pageAt('/'), []));
  expect(document.title).toBe(HEADS.home.title);
});

test('a post follows another, asked for by the id in its address', async () => {
  const posts = jest.spyOn(CALLS, 'post').mockRejectedValue(new Error('404'));
  const { go, asked } = await visit('/blog/1');
  await go('/blog/%D0%BB%D1%83%D0%BD%D0%B0');
  expect(await screen.findByRole('heading', { level: 1, name: 'Стаття не знайдена' })).toBeInTheDocument();
  expect(posts.mock.calls.map(([id]) => id)).toEqual(['1', 'луна']);
  expect(asked()).toEqual(['blog/Post', 'blog/Post']);
});

test.each([
  ['/blog', 'Сторінка 1', 'Блог — Відлуння', ['blog/Archive']],
  ['/privacy', 'Що ми робимо з вашими даними', HEADS.privacy.title, []],
  ['/nothing', 'Тут навіть луна мовчить', HEADS.unknown.title, []],
] as const)('%s has the heading «%s»', async (address, heading, title, modules) => {
  const { asked } = await visit(address);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading);
  expect([document.title, asked()]).toEqual([title, modules]);
});

test('from the home page to a post: focus goes to its start, and back on the home page islands are there at once', async () => {
  const { asked, go } = await visit('/');
  await go('/blog/1');
  expect(await screen.findByRole('heading', { level: 1, name: 'Про луну' })).toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveFocus();
  await userEvent.click(
    within(screen.getByRole('banner')).getByRole('link', { name: 'Відлуння, на головну' }),
  );
  await waitFor(() => {
    expect(sectionIds()).toEqual(SECTION_IDS);
  });
  expect(asked().filter((id) => id === 'home/Hero')).toHaveLength(1);
});

test('a link to a section of the page that is shown asks for nothing again, not even for what failed', async () => {
  const { asked, router } = await visit('/', { 'home/Team': failed });
  const before = asked().length;
  await userEvent.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Про нас' }));
  expect(router.state.location.hash).toBe('#about');
  await waitFor(() => {
    expect(document.getElementById('about')).toHaveFocus();
  });
  expect(asked()).toHaveLength(before);
});
