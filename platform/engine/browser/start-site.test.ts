/** @jest-environment ./testing/browser-environment.ts */
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/dom';
import { PAGE_START_ELEMENT, type PageStart } from '../page/rendered-page';
import { RELEASE_SET_ELEMENT } from '../page/remotes/release-set';
import { API } from '../testing/bakery/modules';
import { bakery, frame } from '../testing/bakery/site';
import { releaseSetOf } from '../testing/release-set';
import { stubResizeObserver } from '../testing/resize-observer';
import type * as StartSite from './start-site';

// With real remotes: e2e/tests/rendering/intents.spec.ts.

// Imported after webpack's constants are set.
Object.assign(globalThis, { __SHARED_VERSIONS__: {} });
let startSite: typeof StartSite.startSite;
beforeAll(async () => {
  ({ startSite } = await import('./start-site'));
});

const START: PageStart = {
  files: { shell: [], app: [['/assets/app.js'], ['/assets/app.css']], remotes: [] },
  islands: {},
  input: null,
  address: '/',
  complete: true,
};
const loadFrame = jest.fn<StartSite.BrowserSite['loadFrame']>();
const loadLibraries = jest.fn<StartSite.BrowserSite['loadLibraries']>();

beforeEach(() => {
  stubResizeObserver();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  loadFrame.mockReset().mockResolvedValue({ ...frame, Frame: ({ children }) => children });
  loadLibraries.mockReset().mockResolvedValue({});
  const fetchSet = () => Promise.resolve({ ok: true, json: () => Promise.resolve(releaseSetOf()) });
  Object.assign(globalThis, { fetch: fetchSet });
  Object.assign(window, { starter: { wanted: new Set(), pressed: new Map(), isFilled: () => false } });
  window.history.replaceState(null, '', '/orders#order-form');
  document.head.innerHTML = '';
  document.body.innerHTML = `
    <div id="root"><main id="main" tabindex="-1"></main></div>
    <script type="application/json" id="${PAGE_START_ELEMENT}">${JSON.stringify(START)}</script>
    <script type="application/json" id="${RELEASE_SET_ELEMENT}">${JSON.stringify(releaseSetOf())}</script>`;
  startSite({ ...bakery, api: API, loadFrame, loadLibraries });
});

const isLive = () =>
  waitFor(() => {
    expect(window.starter).toHaveProperty('onPointed');
  });
const links = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'));

test('a page that returns typed values gets its own address; the frame gets its style sheets', async () => {
  expect(window.location.href).toBe('http://localhost/#order-form');
  await isLive();
  expect(links()).toEqual(['/assets/app.css']);
});

test('the page of a pointed link is loaded in advance: its data’s address, and what remotes share, once', async () => {
  await isLive();
  for (const pathname of ['/', '/news/1', '/news/1', '/news/2']) window.starter.onPointed?.(pathname);
  expect(links()).toEqual(['/assets/app.css', '/api/news/1', '/api/news/2']);
  const failed = ['news/Story could not be loaded', new Error('The live release set has no news')];
  await waitFor(() => {
    expect(jest.mocked(console.error).mock.calls.slice(-2)).toEqual([failed, failed]);
  });
  expect(loadLibraries).toHaveBeenCalledTimes(1);
});
