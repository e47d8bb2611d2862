import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { FORM_IDS } from '@vidlunnia/contracts';
import { DATA_MAX_AGE, PAGE_START_ELEMENT, type PageStart } from './page-start';

// What needs a layout or real navigation is tried in the browser: e2e/tests/rendering/intents, forms-before-scripts.

const ID = 'forms/ContactForm';
const PAGE: PageStart = {
  files: {
    shell: [['/assets/react.js'], ['/assets/shell.js']],
    app: [['/assets/shell.css'], ['/assets/app.js']],
    remotes: [['/assets/remotes.js']],
    next: [['/assets/http.js'], ['/remotes/blog/post.js', 'sha384-post']],
  },
  islands: { [ID]: { slot: {}, data: null, files: [['/remotes/forms/forms.js', 'sha384-forms']] } },
  submission: null,
  retentionMonths: 12,
  complete: true,
};

/** What is asked for with the shell where no island is wanted. */
const APP = ['/assets/shell.css', '/assets/app.js'];

const submit = jest.fn<() => void>();
const requestSubmit = jest.fn<() => void>();
const form = () => document.getElementById(FORM_IDS.contact) as HTMLFormElement;
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
  });
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe = jest.fn();
    },
  });
  Object.assign(HTMLFormElement.prototype, { submit, requestSubmit });
  document.body.innerHTML = `
    <main id="main"><div data-island="${ID}"><form id="${FORM_IDS.contact}"><button>Надіслати</button></form></div>
    <a href="/blog/1">Далі</a></main>
    <script type="application/json" id="${PAGE_START_ELEMENT}">${JSON.stringify(PAGE)}</script>`;
  await import('./starter');
  window.dispatchEvent(new Event('DOMContentLoaded'));
});
beforeEach(() => {
  jest.useFakeTimers();
  jest.clearAllMocks();
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ['/assets/static/react.0a1b.js', true],
  ['http://localhost/remotes/blog/aaaaaaaaaaaa/client/remoteEntry.js?attempt=1', true],
  ['https://evil.example/assets/x.js', false],
  ['//evil.example/assets/x.js', false],
  ['/api/blog', false],
  ['/assets/../api/og/x.js', false],
  ['data:text/javascript,x', false],
  ['blob:http://localhost/assets/x.js', false],
])('whether %s may be a script’s address: %s', (address, allowed) => {
  expect(policies.get('default')?.createScriptURL(address)).toBe(allowed ? address : null);
});

test('of text the page makes no HTML but none', () => {
  expect(['', '<p>'].map((html) => policies.get('default')?.createHTML(html))).toEqual(['', null]);
});

test('a page that nobody touches asks for nothing', () => {
  expect([...scripts(), ...preloads()]).toEqual([]);
});

test('back in its tab, an old page asks for what shows newer data; one that is left, or is not old, does not', () => {
  const age = jest.spyOn(performance, 'now').mockReturnValue(DATA_MAX_AGE);
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  const turn = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  turn();
  age.mockReturnValue(DATA_MAX_AGE + 1);
  hidden.mockReturnValue(true);
  turn();
  expect(scripts()).toEqual([]);
  hidden.mockReturnValue(false);
  turn();
  expect(scripts()).toEqual(['/assets/react.js', '/assets/shell.js']);
  expect(preloads()).toEqual(APP);
  expect(window.starter.wanted.size).toBe(0);
  age.mockRestore();
  hidden.mockRestore();
});

test('the pointer over an island asks for the shell and for what the island needs, each once, its files checked', () => {
  for (let time = 0; time < 2; time++) form().dispatchEvent(new Event('pointerover', { bubbles: true }));
  expect(scripts()).toEqual(['/assets/react.js', '/assets/shell.js']);
  expect(preloads()).toEqual([...APP, '/assets/remotes.js', '/remotes/forms/forms.js']);
  const [, , , code] = document.querySelectorAll<HTMLLinkElement>('link[rel=preload]');
  expect(code?.integrity).toBe('sha384-forms');
  expect([...window.starter.wanted]).toEqual([ID]);
});

test('a form whose code cannot come is sent by the browser, once, however much fails', () => {
  send();
  for (const script of document.querySelectorAll('script[src]')) script.dispatchEvent(new Event('error'));
  window.starter.settle(ID, false);
  send();
  jest.advanceTimersByTime(60_000);
  expect([requestSubmit.mock.calls.length, submit.mock.calls.length]).toEqual([0, 1]);
});

test('back on the page, from the browser’s memory, it may be sent again; it waits four seconds at most', () => {
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(form().ariaBusy).toBeNull();
  send();
  jest.advanceTimersByTime(3_999);
  expect(submit).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(submit).toHaveBeenCalledTimes(1);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
});

test('what did not come is asked for again by the next intent', () => {
  const before = scripts().length;
  form().dispatchEvent(new Event('input', { bubbles: true }));
  expect(scripts().slice(before)).toEqual(['/assets/react.js', '/assets/shell.js']);
});

test('a form that was sent waits, and its code sends it once', () => {
  expect([send(), send()]).toEqual([false, false]);
  expect(form().ariaBusy).toBe('true');
  window.starter.settle(ID, true);
  expect([requestSubmit.mock.calls.length, submit.mock.calls.length]).toEqual([1, 0]);
  expect(form().ariaBusy).toBeNull();
});
