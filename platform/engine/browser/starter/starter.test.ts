import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { PAGE_START_ELEMENT, type PageStart } from '../../page/rendered-page';

// Cases that need layout or real navigation run in the browser: e2e/tests/rendering/intents, requests, forms-before-scripts.

const ID = 'orders/OrderForm';
const PAGE: PageStart = {
  files: {
    shell: [['/assets/react.js'], ['/assets/shell.js']],
    app: [['/assets/shell.css'], ['/assets/app.js']],
    remotes: [['/assets/remotes.js']],
  },
  islands: { [ID]: { slot: {}, data: null, files: [['/remotes/orders/orders.js', 'sha384-orders']] } },
  input: null,
  complete: true,
};

/** Requests for the site without an island. */
const APP = ['/assets/shell.css', '/assets/app.js'];

const submit = jest.fn<() => void>();
const requestSubmit = jest.fn<() => void>();
const form = () => document.getElementById('order-form') as HTMLFormElement;
const send = () => form().dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
const scripts = () =>
  [...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src'));
const preloads = () =>
  [...document.querySelectorAll('link[rel=preload]')].map((link) => link.getAttribute('href'));

type Rules = Parameters<NonNullable<typeof window.trustedTypes>['createPolicy']>[1];
const policies = new Map<string, Rules>();

beforeAll(async () => {
  Object.assign(window, {
    trustedTypes: { createPolicy: (name: string, rules: Rules) => policies.set(name, rules) },
    IntersectionObserver: jest.fn(() => ({ observe: () => undefined })),
  });
  Object.assign(HTMLFormElement.prototype, { submit, requestSubmit });
  document.body.innerHTML = `
    <main id="main"><div data-island="${ID}"><form id="order-form"><button>Order</button></form></div>
    <a href="/news/1">Next</a></main>
    <script type="application/json" id="${PAGE_START_ELEMENT}">${JSON.stringify(PAGE)}</script>`;
  await import('./starter');
  window.dispatchEvent(new Event('DOMContentLoaded'));
});
beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
});

test.each([
  ['/assets/static/react.0a1b.js', true],
  ['http://localhost/remotes/news/aaaaaaaaaaaa/client/remoteEntry.js?attempt=1', true],
  ['https://evil.example/assets/x.js', false],
  ['//evil.example/assets/x.js', false],
  ['/api/news', false],
  ['/assets/../api/og/x.js', false],
  ['data:text/javascript,x', false],
  ['blob:http://localhost/assets/x.js', false],
])('the script address %s is allowed: %s', (address, allowed) => {
  expect(policies.get('default')?.createScriptURL(address)).toBe(allowed ? address : null);
});

test('only empty text becomes HTML', () => {
  expect(['', '<p>'].map((html) => policies.get('default')?.createHTML(html))).toEqual(['', null]);
});

const fetched = jest.fn<(address: string, init: RequestInit) => Promise<object>>();
/** Returns to the tab after some minutes. */
function comeBack(minutes: number, isHidden = false) {
  Object.assign(globalThis, { fetch: fetched.mockResolvedValue({ ok: false }) });
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  jest.setSystemTime(Date.now() + minutes * 60_000);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  hidden.mockRestore();
  jest.useRealTimers();
  jest.useFakeTimers();
}

// The reload itself is tested in e2e/tests/journeys/open-tab.
test('on return to its tab, an old page is reloaded; a newer or hidden page is not', () => {
  comeBack(14);
  comeBack(16, true);
  expect(fetched).not.toHaveBeenCalled();
  comeBack(16);
  expect(fetched.mock.calls).toEqual([['http://localhost/', { method: 'HEAD' }]]);
  expect(scripts()).toEqual([]);
});

test('an intent requests the site with header and navigation; the pointer over an island, its files once, with integrity checks', () => {
  document.body.dispatchEvent(new Event('scroll', { bubbles: true }));
  expect(scripts()).toEqual(['/assets/react.js', '/assets/shell.js']);
  expect(preloads()).toEqual(APP);
  expect(window.starter.wanted.size).toBe(0);
  for (let time = 0; time < 2; time++) form().dispatchEvent(new Event('pointerover', { bubbles: true }));
  expect(scripts()).toEqual(['/assets/react.js', '/assets/shell.js']);
  expect(preloads()).toEqual([...APP, '/assets/remotes.js', '/remotes/orders/orders.js']);
  const [, , , code] = document.querySelectorAll<HTMLLinkElement>('link[rel=preload]');
  expect(code?.integrity).toBe('sha384-orders');
  expect([...window.starter.wanted]).toEqual([ID]);
});

test.each([
  ['touch', []],
  ['mouse', ['/news/1']],
])('a link that a %s points to is loaded in advance: %j', (pointerType, paths) => {
  const onPointed = jest.fn<(pathname: string) => void>();
  Object.assign(window.starter, { onPointed });
  // jsdom has no pointer events.
  const event = Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType });
  document.querySelector('a')?.dispatchEvent(event);
  expect(onPointed.mock.calls.flat()).toEqual(paths);
});

test('the browser sends a form once if its code fails to load', () => {
  send();
  for (const script of document.querySelectorAll('script[src]')) script.dispatchEvent(new Event('error'));
  window.starter.settle(ID, false);
  send();
  jest.advanceTimersByTime(60_000);
  expect([requestSubmit.mock.calls.length, submit.mock.calls.length]).toEqual([0, 1]);
});

test('a form on a page from the back-forward cache can be sent again, and waits four seconds at most', () => {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(form().ariaBusy).toBeNull();
  send();
  jest.advanceTimersByTime(3_999);
  expect(submit).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(submit).toHaveBeenCalledTimes(1);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
});

test('a sent form waits for its code, which sends it once, also if React has replaced its element', () => {
  expect([send(), send()]).toEqual([false, false]);
  expect(form().ariaBusy).toBe('true');
  form().replaceWith(form().cloneNode(true));
  window.starter.settle(ID, true);
  expect([requestSubmit.mock.calls.length, submit.mock.calls.length]).toEqual([1, 0]);
  expect(requestSubmit.mock.contexts[0]).toBe(form());
  expect(form().ariaBusy).toBeNull();
});

test('a visitor’s input requests failed files again, and prevents a reload on return to the tab', () => {
  const before = scripts().length;
  form().dispatchEvent(new Event('input', { bubbles: true }));
  expect(scripts().slice(before)).toEqual(['/assets/react.js', '/assets/shell.js']);
  comeBack(16);
  expect(fetched).not.toHaveBeenCalled();
});
