/** @jest-environment ./testing/browser-environment.ts */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import { fakeServices } from '../../testing/islands';
import { stubResizeObserver } from '../../testing/resize-observer';
import { MODULES } from '../../testing/site-modules';
import { PageServicesProvider } from '../islands/page-services';

const mockCrashing = new Set<string>();
function mockPart(name: string, html: 'header' | 'footer') {
  const Html = html;
  return () => {
    if (mockCrashing.has(html)) throw new Error(`${name} crashed`);
    return <Html />;
  };
}
jest.mock('../header/home-header', () => ({ HomeHeader: mockPart('HomeHeader', 'header') }));
jest.mock('../footer', () => ({ SiteFooter: mockPart('SiteFooter', 'footer') }));

beforeEach(() => {
  mockCrashing.clear();
  stubResizeObserver();
  Object.assign(globalThis, { IntersectionObserver: globalThis.ResizeObserver });
  window.scrollTo = () => undefined;
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function openHome() {
  // Imported when the parts are mocked.
  const [{ BrowserApp }, { createRoutes }] = await Promise.all([import('./browser-app'), import('./routes')]);
  const { services } = fakeServices(MODULES, {
    calls: { services: () => Promise.resolve([]), posts: () => Promise.resolve([]) },
  });
  const router = createMemoryRouter(createRoutes(services.store), { initialEntries: ['/'] });
  render(
    <PageServicesProvider value={services}>
      <BrowserApp router={router} served={null} />
    </PageServicesProvider>,
  );
  await waitFor(() => {
    expect(document.querySelector('main section#hero')).not.toBeNull();
  });
}

test.each([
  ['header', 'contentinfo', 'banner'],
  ['footer', 'banner', 'contentinfo'],
] as const)('a %s that crashes takes nothing else with it', async (part, stays, goes) => {
  mockCrashing.add(part);
  await openHome();
  expect(await screen.findByRole(stays)).toBeInTheDocument();
  expect(screen.queryByRole(goes)).toBeNull();
  expect(document.body).not.toHaveTextContent('crashed');
});
