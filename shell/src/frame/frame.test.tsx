/** @jest-environment @vidlunnia/engine/testing/browser-environment */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { PageServicesProvider } from '@vidlunnia/engine/islands';
import { fakeServices } from '@vidlunnia/engine/testing/islands';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { contactSlot } from '../islands/props';
import { pageAt } from '../pages';
import { site } from '../site';
import { TEXTS } from '../texts/texts';
import { frame } from './frame';

const { Content, Frame, useLive } = frame;

beforeEach(() => {
  const observer = { observe: () => undefined, disconnect: () => undefined };
  Object.assign(window, { IntersectionObserver: jest.fn(() => observer) });
});

const show = (pathname: string) => {
  const page = pageAt(pathname);
  render(
    <Frame page={page}>
      <main>
        <Content page={page} />
      </main>
    </Frame>,
  );
};

test.each([
  ['/privacy', 'Що ми робимо з вашими даними'],
  ['/nothing', 'Тут навіть луна мовчить'],
])('the page %s has the content «%s», header, footer, and a link home', (pathname, title) => {
  show(pathname);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  for (const role of ['banner', 'contentinfo']) expect(screen.getByRole(role)).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'На головну' })[0]).toHaveAttribute('href', '/');
});

test('the content stays when header and footer crash', () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const crash = (): never => {
    throw new Error('render');
  };
  const texts = Object.getOwnPropertyDescriptors(TEXTS);
  for (const text of ['nav.cta', 'footer.line']) Object.defineProperty(TEXTS, text, { get: crash });
  show('/nothing');
  Object.defineProperties(TEXTS, texts);
  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
  expect(screen.queryByRole('banner')).not.toBeInTheDocument();
  expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
  // The skip link has a boundary of its own.
  expect(screen.getByRole('link', { name: 'Перейти до вмісту' })).toBeInTheDocument();
});

function Live() {
  useLive();
  return null;
}

test('a link chooses the service of the contact form; a step back, or a link elsewhere, chooses nothing', async () => {
  const { services } = fakeServices({ site });
  const router = createMemoryRouter([{ path: '*', element: <Live /> }]);
  render(
    <PageServicesProvider value={services}>
      <RouterProvider router={router} />
    </PageServicesProvider>,
  );
  const slot = services.slots.of('forms/ContactForm');
  const go = (to: string) => act(() => router.navigate(to));
  await go('/?service=leads#contact-form');
  expect(slot.get()).toEqual({ chosen: { service: 'leads' } });
  for (const address of [
    '/?service=smm#about',
    '/?service=#contact-form',
    '/blog/1?service=smm#contact-form',
  ]) {
    slot.set(contactSlot('leads'));
    await go(address);
    expect(slot.get()).toEqual({});
  }
  slot.set(contactSlot('leads'));
  await act(() => router.navigate(-1));
  expect(slot.get()).toEqual({ chosen: { service: 'leads' } });
});
