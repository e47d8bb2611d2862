import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { releaseSetOf, sampleRemoteRelease } from '../../testing/release-set';
import type { ReleaseSet, RemoteRelease } from './release-set';
import type { RemoteLoader } from './remote-loader';

const mockLoad = jest.fn<(container: string, module: string) => Promise<unknown>>();
jest.mock('./federation-host', () => ({
  createFederationHost: () => ({
    load: ({ container }: RemoteRelease, module: string) => mockLoad(container, module),
    has: () => true,
  }),
}));

const OLD = releaseSetOf(['home', sampleRemoteRelease('home', 'aaaaaaaaaaaa')]);
const NEW = { ...releaseSetOf(['home', sampleRemoteRelease('home', 'bbbbbbbbbbbb')]), previous: {} };
const ask = jest.fn<(path: string, init: RequestInit) => Promise<unknown>>();

// Imported when the host is mocked.
let createBrowserLoader: () => RemoteLoader;
beforeAll(async () => {
  ({ createBrowserLoader } = await import('./browser-loader'));
});
beforeEach(() => {
  jest.resetAllMocks();
  mockLoad.mockResolvedValue({ default: () => null });
  Object.assign(globalThis, { fetch: ask });
  named(OLD);
});
afterEach(() => {
  document.body.replaceChildren();
});

const named = (set: ReleaseSet | string) => {
  const text = typeof set === 'string' ? set : JSON.stringify(set);
  document.body.innerHTML = `<script type="application/json" id="release-set">${text}</script>`;
};

test('the set that the document names is loaded from', async () => {
  await createBrowserLoader().load('home/Hero', 'first');
  expect(mockLoad.mock.calls).toEqual([['home_aaaaaaaaaaaa', 'Hero']]);
  expect(ask).not.toHaveBeenCalled();
});

describe('for a second attempt', () => {
  test('the shell is asked for the live set, with a deadline', async () => {
    ask.mockResolvedValue({ ok: true, json: () => Promise.resolve(NEW) });
    await createBrowserLoader().load('home/Hero', 'again');
    expect(ask.mock.calls).toEqual([['/-/release-set', { signal: expect.any(AbortSignal) }]]);
    expect(mockLoad.mock.calls).toEqual([['home_bbbbbbbbbbbb', 'Hero']]);
  });

  test('many islands ask at once, a later one anew', async () => {
    ask.mockResolvedValue({ ok: true, json: () => Promise.resolve(NEW) });
    const loader = createBrowserLoader();
    await Promise.all([loader.load('home/Hero', 'again'), loader.load('home/Team', 'again')]);
    expect(ask).toHaveBeenCalledTimes(1);
    await loader.load('home/About', 'again');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test.each<readonly [string, () => Promise<unknown>]>([
    ['an error', () => Promise.resolve({ ok: false, status: 502 })],
    ['no JSON', () => Promise.resolve({ ok: true, json: () => Promise.reject(new SyntaxError('<')) })],
    ['nothing', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('the document’s set is used when the shell answers %s', async (_, answer) => {
    ask.mockImplementation(answer);
    await createBrowserLoader().load('home/Hero', 'again');
    expect(mockLoad.mock.calls).toEqual([['home_aaaaaaaaaaaa', 'Hero']]);
  });
});

test('a document without a release set says so at once', () => {
  document.body.replaceChildren();
  expect(createBrowserLoader).toThrow('The document has no #release-set');
});
