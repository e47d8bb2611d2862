/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { fakeApi, fakeLoader } from '../../testing/islands';
import { CALLS, MODULES } from '../../testing/site-modules';
import { pageAt } from '../pages/pages';
import { textOf } from '../pages/rendered-page';

const mockCrash = (name: string) => () => {
  throw new Error(`${name} crashed`);
};
const mockParts = { header: mockCrash('header'), footer: mockCrash('footer') };
jest.mock('../header/site-header', () => ({
  SiteHeader: () => mockParts.header(),
  SkipLink: () => null,
}));
jest.mock('../footer/site-footer', () => ({ SiteFooter: () => mockParts.footer() }));

afterEach(() => {
  jest.restoreAllMocks();
});

test('header and footer that crash on the server leave the content, for this visitor alone', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  // Imported after the parts are mocked.
  const { createPageRenderer } = await import('./page-renderer');
  const { loader } = fakeLoader(MODULES);
  const render = createPageRenderer({ loader, dataDeadline: 50, retentionMonths: 12 });
  const {
    kind,
    html: pieces,
    failures,
  } = await render({ page: pageAt('/'), submission: null }, fakeApi(CALLS));
  const html = textOf(pieces);
  expect(kind).toBe('page');
  expect(html).toContain('<section id="hero">');
  expect(html).toContain('<form id="contact-form">');
  expect(html).not.toMatch(/<header|<footer/);
  // No release is to blame.
  expect(failures).toEqual([
    { id: 'page', stage: 'render', reason: expect.stringContaining('crashed') },
    { id: 'page', stage: 'render', reason: expect.stringContaining('crashed') },
  ]);
});
