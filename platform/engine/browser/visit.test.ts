import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { deferred } from '../testing/islands';
import type * as Failures from '../page/failures';
import type * as Visit from './visit';

const FILE = 'https://bakery.example/remotes/news/aaaaaaaaaaaa/client/static/latest.js:1:20';
const OTHER = 'https://bakery.example/remotes/orders/bbbbbbbbbbbb/client/static/form.js:1:20';
const SHELL = 'https://bakery.example/assets/static/app.js:9:9';

const sendBeacon = jest.fn<(path: string, body: string) => boolean>();
const sent = () => sendBeacon.mock.calls.map(([, body]) => JSON.parse(body) as object);
const settled = () => new Promise((resolve) => setTimeout(resolve));
let failures: typeof Failures;
let visit: typeof Visit;
beforeEach(async () => {
  jest.resetModules();
  sendBeacon.mockReset();
  Object.assign(navigator, { sendBeacon });
  failures = await import('../page/failures');
  visit = await import('./visit');
});

const listened = jest.spyOn(window, 'addEventListener');
afterEach(() => {
  jest.useRealTimers();
  for (const [type, listener] of listened.mock.calls) window.removeEventListener(type, listener);
  listened.mockClear();
});

const THREW = { remote: 'news', version: 'aaaaaaaaaaaa', kind: 'threw' } as const;
const CRASH = { remote: 'news', version: 'aaaaaaaaaaaa', kind: 'crashed', island: 'news/Story' } as const;

test('a failure is sent once, with the token of its visit', async () => {
  const token = deferred<string | null>();
  failures.setVisit(token.promise);
  for (let times = 0; times < 2; times += 1) void failures.reportFailure(CRASH);
  await settled();
  expect(sent()).toEqual([]);
  token.resolve('set.signature');
  await settled();
  expect(sent()).toEqual([{ ...CRASH, visit: 'set.signature' }]);
});

test('a failure whose token does not arrive is sent without it, in time or when the page is hidden', async () => {
  jest.useFakeTimers();
  failures.setVisit(new Promise(() => undefined));
  void failures.reportFailure(CRASH);
  await jest.advanceTimersByTimeAsync(9_999);
  expect(sent()).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  void failures.reportFailure(THREW);
  document.dispatchEvent(new Event('visibilitychange'));
  await jest.advanceTimersByTimeAsync(0);
  expect(sent()).toEqual([CRASH, THREW]);
});

test.each([
  ['is not counted', () => Promise.resolve(null)],
  ['cannot begin', () => Promise.reject(new Error('a blocker'))],
])('a failure of a visit that %s is sent without a token', async (_, begin) => {
  failures.setVisit(begin());
  await failures.reportFailure(CRASH);
  expect(sent()).toEqual([CRASH]);
});

test.each([
  ['class', 'translated-ltr', ''],
  ['elements', '', '<font>A text</font>'],
])('a page with a translator’s %s reports no failure', async (_, className, html) => {
  Object.assign(document.documentElement, { className });
  document.body.innerHTML = html;
  await failures.reportFailure(CRASH);
  Object.assign(document.documentElement, { className: '' });
  document.body.innerHTML = '';
  expect(sent()).toEqual([]);
});

test('a browser without beacons reports nothing', async () => {
  Object.assign(navigator, { sendBeacon: undefined });
  await expect(failures.reportFailure(CRASH)).resolves.toBeUndefined();
});

const OTHER_THREW = { remote: 'orders', version: 'bbbbbbbbbbbb', kind: 'threw' };
/** An error with the stack that Chromium gives it. */
const thrown = (frames: readonly string[], message = 'A fault') =>
  Object.assign(new Error(message), {
    stack: [`Error: ${message}`, ...frames.map((frame) => `    at f (${frame})`)].join('\n'),
  });

const uncaught = (error: unknown, filename = SHELL) => new ErrorEvent('error', { error, filename });
const rejected = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason });

test.each<[string, Event, object[]]>([
  ['error of a remote, called by React,', uncaught(thrown([FILE, SHELL])), [THREW]],
  ['error of the site, called by a remote,', uncaught(thrown([SHELL, OTHER])), [OTHER_THREW]],
  ['error of the site alone', uncaught(thrown([SHELL])), []],
  ['error of the site about a remote’s file', uncaught(thrown([SHELL], `${FILE} is missing`)), []],
  ['error of an extension', uncaught(thrown(['chrome-extension://abc/content.js:1:1']), ''), []],
  ['error that is a text', uncaught('A fault', FILE), [THREW]],
  ['rejection', rejected(thrown([FILE])), [THREW]],
  [
    'error of a file that did not load',
    rejected(Object.assign(thrown([FILE]), { name: 'ChunkLoadError' })),
    [],
  ],
])('an uncaught %s is reported if a release threw it', async (_, event, expected) => {
  failures.watchErrors();
  window.dispatchEvent(event);
  await settled();
  expect(sent()).toEqual(expected);
});

const vitals = [
  { name: 'LCP', value: 1_200.5 },
  { name: 'INP', value: 80 },
].map((vital) => (report: (measured: typeof vital) => void) => {
  report(vital);
});

type Request = (
  path: string,
  options: RequestInit,
) => Promise<{ status: number; json?: () => Promise<object> }>;

test('a visit sends the release set of its document, and later its speed', async () => {
  const json = () => Promise.resolve({ visit: 'set.signature' });
  const request = jest.fn<Request>().mockResolvedValue({ status: 200, json });
  Object.assign(globalThis, { fetch: request });
  expect(await visit.beginVisit('a1b2c3d4e5f6', vitals)).toBe('set.signature');
  expect(request.mock.calls).toMatchObject([
    ['/-/visit', { method: 'POST', body: '{"releaseSet":"a1b2c3d4e5f6"}' }],
  ]);
  expect(sent()).toEqual([
    { visit: 'set.signature', metric: 'lcp', value: 1_200.5 },
    { visit: 'set.signature', metric: 'inp', value: 80 },
  ]);
});

test.each<[string, Request]>([
  ['not counted', () => Promise.resolve({ status: 204 })],
  ['blocked', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a visit that is %s reports neither speed nor an error', async (_, request) => {
  Object.assign(globalThis, { fetch: request });
  expect(await visit.beginVisit('a1b2c3d4e5f6', vitals)).toBeNull();
  expect(sent()).toEqual([]);
});
