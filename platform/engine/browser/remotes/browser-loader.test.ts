import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createElement, memo } from 'react';
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

const PAGE = sampleRemoteRelease('blog', 'aaaaaaaaaaaa');
const LIVE = sampleRemoteRelease('blog', 'bbbbbbbbbbbb');
const PREVIOUS = sampleRemoteRelease('blog', '999999999999');
const NAMES = new Map([PAGE, LIVE, PREVIOUS].map(({ version }, index) => [version, 'plv'[index]]));
const Component = () => null;
const MODULE = { default: Component };
const hang = () => new Promise<never>(() => undefined);

const loadModule = jest.fn<(release: RemoteRelease, id: string) => Promise<unknown>>();
const fetchSet = jest.fn<(path: string, init: RequestInit) => Promise<unknown>>();
const sendBeacon = jest.fn<(path: string, body: string) => boolean>();
Object.assign(globalThis, { fetch: fetchSet });
Object.assign(navigator, { sendBeacon });

beforeEach(() => {
  jest.resetAllMocks();
  jest.useRealTimers();
  loadModule.mockResolvedValue(MODULE);
  tell(PAGE);
});

/** Sets the shell's response for the blog: the live release and the previous one. */
const tell = (live?: RemoteRelease) => {
  const set = live ? releaseSetOf(['blog', live]) : releaseSetOf();
  const body = { ...set, previous: live ? { blog: PREVIOUS } : {} };
  fetchSet.mockResolvedValue({ ok: true, json: () => Promise.resolve(body) });
};
/** Requested releases in order, by letter: `p` for the page's, `l` for the live one, `v` for the previous one. */
const requested = () => loadModule.mock.calls.map(([{ version }]) => NAMES.get(version)).join('');
/** Releases that fail, by letter; the others load. */
const lose = (lost: string) => {
  loadModule.mockImplementation(({ version }) =>
    lost.includes(NAMES.get(version) ?? '?')
      ? Promise.reject(new Error(`404 ${version}`))
      : Promise.resolve(MODULE),
  );
};
const loaderFor = (releaseSet: ReleaseSet) =>
  // Any module, because the loader only returns it.
  createBrowserLoader(releaseSet, loadModule as unknown as LoadModule);
const loader = () => loaderFor(releaseSetOf(['blog', PAGE]));

describe('the attempted releases', () => {
  test.each<readonly [string, 'page' | 'live', RemoteRelease | undefined, string, string, string?]>([
    ['only the page’s if it loads', 'page', LIVE, '', 'p'],
    ['the page’s twice, then the previous one when the page has the live one', 'page', PAGE, 'p', 'ppv'],
    ['the page’s twice, then the live one when the page is older', 'page', LIVE, 'p', 'ppl'],
    ['only one other', 'page', LIVE, 'pl', 'ppl'],
    ['the live one for a visitor’s retry', 'live', LIVE, '', 'l'],
    ['the live one twice, then the previous one, for a visitor’s retry', 'live', LIVE, 'l', 'llv'],
    ['the page’s when the live set lacks its remote', 'live', undefined, '', 'p'],
    ['the previous one if the live one is excluded', 'live', LIVE, '', 'v', LIVE.version],
  ])('are %s', async (_, begin, live, lost, expected, except = '') => {
    tell(live);
    lose(lost);
    const loading = loader().load('blog/Post', begin, new Set([except]));
    const last = expected.at(-1) ?? '';
    if (lost.includes(last)) await expect(loading).rejects.toThrow('404 aaaaaaaaaaaa');
    else {
      const { module, version, isOfPage } = await loading;
      expect([module, NAMES.get(version), isOfPage]).toEqual([MODULE, last, last === 'p']);
    }
    expect(requested()).toBe(expected);
    expect(fetchSet).toHaveBeenCalledTimes(begin === 'page' && lost === '' ? 0 : 1);
  });

  test.each<readonly [string, ReleaseSet, string]>([
    ['the page’s again', releaseSetOf(['blog', PAGE]), 'pp'],
    ['the live one again, when the page’s set lacks its remote', releaseSetOf(), 'll'],
  ])('after a network failure are %s', async (_, set, expected) => {
    tell(LIVE);
    loadModule.mockRejectedValueOnce(new Error('404'));
    expect(await loaderFor(set).load('blog/Post', 'page')).toMatchObject({ isOfPage: expected === 'pp' });
    expect(requested()).toBe(expected);
  });

  test('for a zone are those of a remote outside the contract', async () => {
    const outside = sampleRemoteRelease('outside');
    await loaderFor(releaseSetOf(['outside', outside])).load('outside/zone/Openings', 'page');
    expect(loadModule.mock.calls).toEqual([[outside, 'outside/zone/Openings']]);
  });

  const unreachable = () => Promise.reject(new Error('offline'));
  test.each<readonly [string, () => Promise<unknown>]>([
    ['responds with an error', () => Promise.resolve({ ok: false, status: 502 })],
    ['responds without JSON', () => Promise.resolve({ ok: true, json: unreachable })],
    ['is unreachable', unreachable],
  ])('are the page’s when the shell %s', async (_, answer) => {
    fetchSet.mockImplementation(answer);
    await loader().load('blog/Post', 'live');
    expect(requested()).toBe('p');
  });

  test('come from one request for many islands, and a new request for each retry', async () => {
    const remotes = loader();
    await Promise.all([remotes.load('blog/Post', 'live'), remotes.load('blog/Teaser', 'live')]);
    expect(fetchSet.mock.calls).toEqual([['/-/release-set', { signal: expect.any(AbortSignal) }]]);
    await remotes.load('blog/Post', 'live');
    expect(fetchSet).toHaveBeenCalledTimes(2);
  });

  test('may be empty, so loading fails', async () => {
    tell();
    await expect(loaderFor(releaseSetOf()).load('blog/Post', 'page')).rejects.toThrow('none of its releases');
    expect(loadModule).not.toHaveBeenCalled();
  });
});

const reported = () =>
  sendBeacon.mock.calls.map(([, body]) => {
    const { version, kind } = JSON.parse(body) as { readonly version: string; readonly kind: string };
    return `${String(NAMES.get(version))} ${kind}`;
  });

// No other test uses this island, because it is reported once per document.
test('every failed release is reported once, but no release that loaded on the second attempt', async () => {
  loadModule.mockRejectedValueOnce(new Error('404'));
  await loader().load('blog/Archive', 'page');
  expect(reported()).toEqual([]);
  tell(LIVE);
  lose('pl');
  for (let visit = 0; visit < 2; visit++)
    await expect(loader().load('blog/Archive', 'page')).rejects.toThrow('404');
  expect(reported()).toEqual(['p not-loaded', 'l not-loaded']);
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
    release = sampleRemoteRelease('blog', String(number).padStart(12, '0'));
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
    const loading = createBrowserLoader(releaseSetOf(['blog', release]))
      .load('blog/Post', 'page')
      .then(({ module }) => module);
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

  test('without a hash is not requested', async () => {
    release = { ...release, integrity: {} };
    await expectFailure((await begin()).loading, 'has no hash in its release');
    expect(addresses()).toEqual([]);
  });

  test.each<readonly [string, () => Promise<void>]>([
    ['failed', () => answer('error')],
    ['hangs for 3 s', () => pass(3_000)],
  ])('that %s is requested again at a new address; its hash is checked', async (_, fail) => {
    const { loading } = await begin();
    expect(addresses()).toEqual([release.entry]);
    await fail();
    expect(addresses().at(-1)).toBe(`${release.entry}?attempt=1`);
    const integrity = release.integrity['client/remoteEntry.js'];
    for (const script of scripts())
      expect(script).toMatchObject({ async: true, type: '', crossOrigin: null, integrity });
    await deliver(MODULE);
    expect(await loading).toEqual(MODULE);
    expect(globalThis).toHaveProperty('_FEDERATION_RUNTIME_CORE.ModuleFederation', expect.any(Function));
  });

  // Valid modules: shared/contracts/modules.test.tsx.
  test.each<readonly [string, object | null, boolean]>([
    ['nothing', null, false],
    ['an invalid default', { default: 'Post' }, false],
    ['an element instead of a component', { default: createElement(Component) }, false],
    ['null as its default', { default: null }, false],
    ['a nested default', { default: { default: Component } }, false],
    ['a memoised component', { default: memo(Component) }, true],
  ])('of a release that exposes %s is a module: %#', async (_, module, isModule) => {
    const { loading } = await begin();
    await deliver(module);
    if (isModule) expect(await loading).toEqual(module);
    else await expectFailure(loading, 'blog/Post exposes no component');
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

test('an attempt that hangs leaves half of the time for the others, and is reported', async () => {
  jest.useFakeTimers();
  loadModule.mockImplementationOnce(hang).mockImplementationOnce(hang);
  const loading = loader().load('blog/Teaser', 'page');
  await expectAt(7_500 + 3_750, loading, expect.objectContaining({ module: MODULE }));
  expect(reported()).toEqual(['p late']);
});

// The hanging shell comes last, because its request stays pending.
test.each<readonly [string, 'page' | 'live', () => unknown]>([
  ['every release, beginning with the page’s,', 'page', () => loadModule.mockImplementation(hang)],
  ['every release, beginning with the live one,', 'live', () => loadModule.mockImplementation(hang)],
  ['the shell', 'live', () => fetchSet.mockImplementation(hang)],
])('if %s hangs, loading fails after 15 s in total', async (_, begin, arrange) => {
  jest.useFakeTimers();
  arrange();
  await expectAt(15_000, loader().load('blog/Post', begin), new Error('it took too long'));
});
