import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createElement, forwardRef, lazy, memo } from 'react';
import { releaseSetOf, sampleRemoteRelease } from '../../testing/release-set';
import type * as BrowserLoader from './browser-loader';
import type { ReleaseSet, RemoteRelease } from './release-set';

// Imported after webpack's constants are set.
Object.assign(globalThis, { __SHARED_VERSIONS__: {} });
let createBrowserLoader: typeof BrowserLoader.createBrowserLoader;
beforeAll(async () => {
  ({ createBrowserLoader } = await import('./browser-loader'));
});

const PAGE = sampleRemoteRelease('blog', 'aaaaaaaaaaaa');
const LIVE = sampleRemoteRelease('blog', 'bbbbbbbbbbbb');
const PREVIOUS = sampleRemoteRelease('blog', '999999999999');
const Component = () => null;
const MODULE = { default: Component };

const loadModule = jest.fn<(release: RemoteRelease, module: string) => Promise<unknown>>();
const fetchSet = jest.fn<(path: string, init: RequestInit) => Promise<unknown>>();
const sendBeacon = jest.fn<(path: string, body: string) => boolean>();

beforeEach(() => {
  jest.resetAllMocks();
  loadModule.mockResolvedValue(MODULE);
  Object.assign(globalThis, { fetch: fetchSet });
  tell(LIVE, PREVIOUS);
});
afterEach(() => {
  jest.useRealTimers();
});

/** Sets the shell's response about the blog. */
const tell = (live?: RemoteRelease, previous?: RemoteRelease) => {
  const set = live ? releaseSetOf(['blog', live]) : releaseSetOf();
  const body = { ...set, previous: previous ? { blog: previous } : {} };
  fetchSet.mockResolvedValue({ ok: true, json: () => Promise.resolve(body) });
};
const NAMES = new Map([
  [PAGE.version, 'page'],
  [LIVE.version, 'live'],
  [PREVIOUS.version, 'previous'],
]);
/** Releases that were requested, in order. */
const asked = () => loadModule.mock.calls.map(([{ version }]) => NAMES.get(version));
/** Makes these releases fail. */
const lose = (...lost: readonly RemoteRelease[]) => {
  loadModule.mockImplementation((release) =>
    lost.some(({ version }) => version === release.version)
      ? Promise.reject(new Error(`404 ${release.version}`))
      : Promise.resolve(MODULE),
  );
};
function loaderFor(releaseSet: ReleaseSet) {
  const text = JSON.stringify(releaseSet);
  document.body.innerHTML = `<script type="application/json" id="release-set">${text}</script>`;
  // Its signature promises any type that its caller names.
  return createBrowserLoader(
    async <Module>(release: RemoteRelease, module: string) => (await loadModule(release, module)) as Module,
  );
}
const loader = () => loaderFor(releaseSetOf(['blog', PAGE]));

describe('a module is loaded', () => {
  test('from the release that the page names, without a request to the shell', async () => {
    expect(await loader().load('blog/Post', 'page')).toEqual({
      module: MODULE,
      version: PAGE.version,
      isOfPage: true,
    });
    expect(loadModule.mock.calls).toEqual([[PAGE, 'Post']]);
    expect(fetchSet).not.toHaveBeenCalled();
  });

  test('from the live release when the page’s fails, then from the previous one; the shell is asked once', async () => {
    lose(PAGE, LIVE);
    const { version, isOfPage } = await loader().load('blog/Post', 'page');
    expect([version, isOfPage]).toEqual([PREVIOUS.version, false]);
    expect(asked()).toEqual(['page', 'live', 'previous']);
    expect(fetchSet.mock.calls).toEqual([['/-/release-set', { signal: expect.any(AbortSignal) }]]);
  });

  test('from the live release first when the visitor tries again; it is requested every time', async () => {
    const remotes = loader();
    expect(await remotes.load('blog/Post', 'live')).toMatchObject({ version: LIVE.version });
    await remotes.load('blog/Post', 'live');
    expect(asked()).toEqual(['live', 'live']);
    expect(fetchSet).toHaveBeenCalledTimes(2);
  });

  test('from no excluded release', async () => {
    await loader().load('blog/Post', 'live', new Set([LIVE.version]));
    expect(asked()).toEqual(['previous']);
  });

  test('for a zone, from the releases of a remote outside the page’s set', async () => {
    const outside = sampleRemoteRelease('outside', PAGE.version);
    await loaderFor(releaseSetOf(['outside', outside])).load('outside/zone/Openings', 'page');
    expect(loadModule.mock.calls[0]?.[1]).toBe('Openings');
  });

  test('on the second attempt from the page’s release, when no other is live', async () => {
    tell(PAGE, PREVIOUS);
    loadModule.mockRejectedValueOnce(new Error('404'));
    expect(await loader().load('blog/Post', 'page')).toMatchObject({ isOfPage: true });
    expect(asked()).toEqual(['page', 'page']);
  });

  test('from the live release when the page’s set lacks its remote', async () => {
    expect(await loaderFor(releaseSetOf()).load('blog/Post', 'page')).toMatchObject({ isOfPage: false });
    expect(asked()).toEqual(['live']);
  });

  test.each<readonly [string, () => void]>([
    ['answers an error', () => fetchSet.mockResolvedValue({ ok: false, status: 502 })],
    [
      'answers no JSON',
      () => fetchSet.mockResolvedValue({ ok: true, json: () => Promise.reject(new SyntaxError('<')) }),
    ],
    ['cannot be asked', () => fetchSet.mockRejectedValue(new Error('offline'))],
    ['has lost the remote', tell],
  ])('from the page’s release when the shell %s', async (_, arrange) => {
    arrange();
    await loader().load('blog/Post', 'live');
    expect(asked()).toEqual(['page']);
  });
});

test('many islands ask the shell at once', async () => {
  const remotes = loader();
  await Promise.all([remotes.load('blog/Post', 'live'), remotes.load('blog/Teaser', 'live')]);
  expect(fetchSet).toHaveBeenCalledTimes(1);
});

describe('loading a module fails', () => {
  test('with the error of the first release', async () => {
    lose(PAGE, LIVE, PREVIOUS);
    await expect(loader().load('blog/Post', 'page')).rejects.toThrow('404 aaaaaaaaaaaa');
  });

  test('when no release set has its remote', async () => {
    tell();
    await expect(loaderFor(releaseSetOf()).load('blog/Post', 'page')).rejects.toThrow('no release of it');
    expect(loadModule).not.toHaveBeenCalled();
  });

  test.each([
    ['nothing', null],
    ['no default', {}],
    ['a default that is no component', { default: 'Post' }],
    ['an element instead of a component', { default: createElement(Component) }],
    ['null as its default', { default: null }],
    ['a default within a default', { default: { default: Component } }],
  ])('when it exposes %s', async (_, module) => {
    loadModule.mockResolvedValue(module);
    await expect(loader().load('blog/Post', 'page')).rejects.toThrow('blog/Post exposes no component');
  });

  // The contract's type accepts them: see shared/contracts/modules.test.tsx.
  test.each([
    ['a memoised component', memo(Component)],
    ['a lazy one', lazy(() => Promise.resolve(MODULE))],
    ['one that passes a ref on', forwardRef(Component)],
  ])('not when it exposes %s', async (_, component) => {
    loadModule.mockResolvedValue({ default: component });
    expect((await loader().load('blog/Post', 'page')).module.default).toBe(component);
  });
});

// Each test uses another island: an island is reported once in a document.
describe('reports have', () => {
  const reported = () =>
    sendBeacon.mock.calls.map(([, body]) => {
      const { version, kind } = JSON.parse(body) as { readonly version: string; readonly kind: string };
      return [NAMES.get(version), kind];
    });
  beforeEach(() => {
    Object.assign(navigator, { sendBeacon });
  });
  afterEach(() => {
    Object.assign(navigator, { sendBeacon: undefined });
  });

  test('every release that was not loaded', async () => {
    const remotes = loaderFor(releaseSetOf(['blog', PAGE]));
    lose(PAGE, LIVE);
    await remotes.load('blog/Archive', 'page');
    expect(reported()).toEqual([
      ['page', 'not-loaded'],
      ['live', 'not-loaded'],
    ]);
  });

  test('a release that was late, but none that was loaded on the second attempt', async () => {
    jest.useFakeTimers();
    tell(PAGE, PREVIOUS);
    loadModule.mockRejectedValueOnce(new Error('404'));
    await loader().load('blog/Archive', 'page');
    expect(reported()).toEqual([]);
    tell(LIVE);
    loadModule.mockReturnValueOnce(new Promise(() => undefined));
    const loading = loader().load('blog/Archive', 'page');
    await jest.advanceTimersByTimeAsync(8_000);
    await loading;
    expect(reported()).toEqual([['page', 'late']]);
  });
});

describe('in time', () => {
  const hang = () => new Promise<never>(() => undefined);
  beforeEach(() => {
    jest.useFakeTimers();
  });
  const watch = (begin: 'page' | 'live') => {
    const settled = jest.fn();
    void loader().load('blog/Post', begin).then(settled, settled);
    return settled;
  };

  test.each(['page', 'live'] as const)(
    'if everything hangs, loading from the %s release on fails after 15 s in total',
    async (begin) => {
      loadModule.mockImplementation(hang);
      const settled = watch(begin);
      await jest.advanceTimersByTimeAsync(14_999);
      expect(settled).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      expect(settled).toHaveBeenCalledWith(new Error('it took too long'));
    },
  );

  test('a release that hangs leaves half of the time for the others', async () => {
    loadModule.mockImplementation(({ version }) =>
      version === PREVIOUS.version ? Promise.resolve(MODULE) : hang(),
    );
    const settled = watch('page');
    await jest.advanceTimersByTimeAsync(7_500 + 3_749);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith(expect.objectContaining({ module: MODULE }));
  });

  // Last, since nothing ends its pending request.
  test('a shell that hangs does not delay the failure for ever', async () => {
    fetchSet.mockImplementation(hang);
    const settled = watch('live');
    await jest.advanceTimersByTimeAsync(15_000);
    expect(settled).toHaveBeenCalledWith(expect.any(Error));
  });
});
