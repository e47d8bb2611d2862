import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { releaseSetOf, sampleRemoteRelease } from '../../testing/release-set';
import type * as BrowserLoader from './browser-loader';
import type { LoadModule } from '../../page/remotes/federation';
import type { ReleaseSet, RemoteRelease } from '../../page/remotes/release-set';

// Imported after webpack's constants are set.
Object.assign(globalThis, { __SHARED_VERSIONS__: { react: '19.3.1' } });
let createBrowserLoader: typeof BrowserLoader.createBrowserLoader;
beforeAll(async () => {
  ({ createBrowserLoader } = await import('./browser-loader'));
});

const PAGE = sampleRemoteRelease('news', 'aaaaaaaaaaaa');
const LIVE = sampleRemoteRelease('news', 'bbbbbbbbbbbb');
const MODULE = { default: () => null };
const hang = () => new Promise<never>(() => undefined);

const loadModule = jest.fn<LoadModule>();
const fetchSet = jest.fn<(path: string, init: RequestInit) => Promise<unknown>>();
const sendBeacon = jest.fn<(path: string, body: string) => boolean>();
Object.assign(globalThis, { fetch: fetchSet });
Object.assign(navigator, { sendBeacon });

beforeEach(() => {
  jest.resetAllMocks();
  jest.useRealTimers();
  loadModule.mockResolvedValue(MODULE);
  tell(releaseSetOf(['news', LIVE]));
});

/** Sets the host's response: the live set. */
const tell = (set: ReleaseSet) => {
  fetchSet.mockResolvedValue({ ok: true, json: () => Promise.resolve(set) });
};
const requested = () => loadModule.mock.calls.map(([release]) => release);
const failing = () => Promise.reject(new Error('404'));
const loaderFor = (releaseSet: ReleaseSet) => createBrowserLoader(releaseSet, {}, loadModule);
const loader = () => loaderFor(releaseSetOf(['news', PAGE]));
const reported = () => sendBeacon.mock.calls.map(([, body]) => JSON.parse(body) as object);

// Each test that reports has an island of its own, because a failure is reported once per document.
test('a module of the page’s release is requested once more after a failure, which is not reported', async () => {
  loadModule.mockImplementationOnce(failing);
  expect(await loader()('news/List')).toEqual({ module: MODULE, version: PAGE.version });
  expect(requested()).toEqual([PAGE, PAGE]);
  expect(fetchSet).not.toHaveBeenCalled();
  expect(reported()).toEqual([]);
});

test('a module whose release fails twice is rejected and reported once; a retry requests the same release', async () => {
  loadModule.mockImplementation(failing);
  const load = loader();
  for (let time = 0; time < 2; time++) await expect(load('news/List')).rejects.toThrow('404');
  expect(requested()).toEqual([PAGE, PAGE, PAGE, PAGE]);
  const failure = { remote: 'news', version: PAGE.version, kind: 'not-loaded', island: 'news/List' };
  expect(reported()).toEqual([failure]);
});

test('a zone is loaded from a remote outside the contract', async () => {
  const outside = sampleRemoteRelease('outside');
  await loaderFor(releaseSetOf(['outside', outside]))('outside/zone/Openings');
  expect(loadModule.mock.calls).toEqual([[outside, 'outside/zone/Openings']]);
});

describe('a remote that the document does not name', () => {
  test('is loaded from the live set, which is requested once and stays', async () => {
    const load = loaderFor(releaseSetOf());
    await Promise.all([load('news/Story'), load('news/Latest')]);
    tell(releaseSetOf(['news', PAGE]));
    await load('news/Story');
    expect(requested()).toEqual([LIVE, LIVE, LIVE]);
    expect(fetchSet.mock.calls).toEqual([['/-/release-set', { signal: expect.any(AbortSignal) }]]);
  });

  test('never replaces the releases of the document', async () => {
    tell(releaseSetOf(['news', LIVE], ['shop', sampleRemoteRelease('shop')]));
    const load = loader();
    await load('shop/Window');
    expect(await load('news/Story')).toMatchObject({ version: PAGE.version });
  });

  const unreachable = () => Promise.reject(new Error('offline'));
  test.each<readonly [string, () => Promise<unknown>, string]>([
    ['the host responds with an error', () => Promise.resolve({ ok: false, status: 502 }), 'answered 502'],
    ['the host responds without JSON', () => Promise.resolve({ ok: true, json: unreachable }), 'offline'],
    ['the host is unreachable', unreachable, 'offline'],
    [
      'the live set lacks it too',
      () => Promise.resolve({ ok: true, json: () => Promise.resolve(releaseSetOf()) }),
      'The live release set has no news',
    ],
  ])('is not loaded when %s, until a retry', async (_, answer, message) => {
    fetchSet.mockImplementation(answer);
    const load = loaderFor(releaseSetOf());
    await expect(load('news/Story')).rejects.toThrow(message);
    tell(releaseSetOf(['news', LIVE]));
    expect(await load('news/Story')).toMatchObject({ version: LIVE.version });
    expect(reported()).toEqual([]);
  });
});

// The real runtime and hook. The test replaces the network, because jsdom loads no scripts.
describe('a remote’s entry', () => {
  let release: RemoteRelease;
  let number = 0;
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    number += 1;
    release = sampleRemoteRelease('news', String(number).padStart(12, '0'));
  });
  afterEach(() => {
    document.head.replaceChildren();
    jest.restoreAllMocks();
  });

  const scripts = () => [...document.querySelectorAll('script')];
  const addresses = () => scripts().map(({ src }) => src.replace(window.location.origin, ''));
  const pass = (milliseconds = 0) => jest.advanceTimersByTimeAsync(milliseconds);
  const answer = async (event: 'load' | 'error') => {
    for (const script of scripts()) script.dispatchEvent(new Event(event));
    await pass();
  };
  const deliver = async (module: object | null) => {
    Object.assign(globalThis, {
      [release.container]: { init: () => undefined, get: () => Promise.resolve(() => module) },
    });
    await answer('load');
  };
  /** Begins to load a module; returns the request for its entry. */
  const begin = async () => {
    const load = createBrowserLoader(releaseSetOf(['news', release]), {});
    const loading = load('news/Story').then(({ module }) => module);
    // Some tests expect the rejection later.
    loading.catch(() => undefined);
    await pass();
    return { loading };
  };

  const expectFailure = async (loading: Promise<unknown>, message: string) => {
    const rejection = expect(loading).rejects.toThrow(message);
    await pass(15_000);
    await rejection;
  };

  test.each<readonly [string, () => Promise<void>]>([
    ['failed', () => answer('error')],
    ['hangs for 3 s', () => pass(3_000)],
  ])('that %s is requested again at a new address; its hash is checked', async (_, fail) => {
    const { loading } = await begin();
    expect(addresses()).toEqual([release.entry[0]]);
    await fail();
    expect(addresses().at(-1)).toBe(`${release.entry[0]}?attempt=1`);
    const integrity = release.entry[1];
    for (const script of scripts())
      expect(script).toMatchObject({ async: true, type: '', crossOrigin: null, integrity });
    await deliver(MODULE);
    expect(await loading).toEqual(MODULE);
    expect(globalThis).toHaveProperty('_FEDERATION_RUNTIME_CORE.ModuleFederation', expect.any(Function));
  });

  test('that exposes no such module fails', async () => {
    const { loading } = await begin();
    await deliver(null);
    await expectFailure(loading, 'news/Story is not exposed');
  });
});

const expectAt = async (milliseconds: number, loading: Promise<unknown>, result: unknown) => {
  const settled = jest.fn();
  void loading.then(settled, settled);
  await jest.advanceTimersByTimeAsync(milliseconds - 1);
  expect(settled).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledWith(result);
};

test('an attempt that hangs leaves half of the time to the next, and is not reported', async () => {
  jest.useFakeTimers();
  loadModule.mockImplementationOnce(hang);
  await expectAt(7_500, loader()('news/Latest'), expect.objectContaining({ module: MODULE }));
  expect(reported()).toEqual([]);
});

// The hanging host comes last, because its request stays pending.
test.each<readonly [string, () => unknown, readonly string[]]>([
  ['a release', () => loadModule.mockImplementation(hang), ['not-loaded']],
  ['the host', () => fetchSet.mockImplementation(hang), []],
])('if %s hangs, loading fails after 15 s in total', async (what, arrange, kinds) => {
  jest.useFakeTimers();
  arrange();
  const load = what === 'the host' ? loaderFor(releaseSetOf()) : loader();
  await expectAt(15_000, load('news/Story'), new Error('it took too long'));
  expect(reported()).toEqual(kinds.map((kind) => expect.objectContaining({ kind })));
});
