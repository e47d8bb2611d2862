import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createElement, forwardRef, lazy, memo } from 'react';
import { deferred } from '../../testing/islands';
import { releaseSetOf, sampleRemoteRelease } from '../../testing/release-set';
import { RemoteError } from './errors';
import { LOAD_PLANS, type LoadPlan } from './load-plans';
import type { ReleaseHost } from './release-host';
import type { LiveReleaseSet, ReleaseSet, RemoteRelease } from './release-set';
import { createRemoteLoader, type RemoteLoader } from './remote-loader';

const PAGE = sampleRemoteRelease('blog', 'aaaaaaaaaaaa');
const LIVE = sampleRemoteRelease('blog', 'bbbbbbbbbbbb');
const PREVIOUS = sampleRemoteRelease('blog', '999999999999');
const Component = () => null;
const MODULE = { default: Component };

const loadModule = jest.fn<(release: RemoteRelease, module: string) => Promise<unknown>>();
const has = jest.fn<(release: RemoteRelease) => boolean>();
const fetchReleaseSet = jest.fn<() => Promise<LiveReleaseSet>>();

beforeEach(() => {
  jest.resetAllMocks();
  loadModule.mockResolvedValue(MODULE);
  has.mockReturnValue(true);
  tell(LIVE, PREVIOUS);
});

/** What the shell tells of the blog when it is asked. */
const tell = (live?: RemoteRelease, previous?: RemoteRelease) =>
  fetchReleaseSet.mockResolvedValue({
    ...(live ? releaseSetOf(['blog', live]) : releaseSetOf()),
    previous: previous ? { blog: previous } : {},
  });

const NAMES = new Map([
  [PAGE.version, 'page'],
  [LIVE.version, 'live'],
  [PREVIOUS.version, 'previous'],
]);
/** Releases that were asked for the module, in their order. */
const asked = () => loadModule.mock.calls.map(([{ version }]) => NAMES.get(version) ?? version);
/** Lets these releases fail; without a container when their entry is lost. */
const lose = (...lost: readonly RemoteRelease[]) => {
  loadModule.mockImplementation((release) =>
    lost.includes(release) ? Promise.reject(new Error(`404 ${release.version}`)) : Promise.resolve(MODULE),
  );
};
const loseEntries = (...lost: readonly RemoteRelease[]) => {
  lose(...lost);
  has.mockImplementation((release) => !lost.includes(release));
};

function loaderFor(releaseSet: ReleaseSet): RemoteLoader {
  const host: ReleaseHost = {
    // Its signature promises whatever type its caller names.
    load: async <Module>(release: RemoteRelease, module: string) =>
      (await loadModule(release, module)) as Module,
    has,
  };
  return createRemoteLoader({ host, releaseSet, fetchReleaseSet });
}
const loader = () => loaderFor(releaseSetOf(['blog', PAGE]));
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('It was loaded');
    },
    (error: unknown) => error,
  );

describe('what is reported', () => {
  const sendBeacon = jest.fn<(path: string, body: string) => boolean>();
  const reported = () =>
    sendBeacon.mock.calls.map(([, body]) => {
      const { version, kind } = JSON.parse(body) as {
        readonly version: string;
        readonly kind: string;
      };
      return [NAMES.get(version), kind];
    });
  beforeEach(() => {
    Object.assign(navigator, { sendBeacon });
  });
  afterEach(() => {
    Object.assign(navigator, { sendBeacon: undefined });
    jest.useRealTimers();
  });

  // Each test another island: it is reported once in a document.
  test('is every release that did not come', async () => {
    lose(PAGE, LIVE);
    await loader().load('blog/Post', 'first');
    expect(reported()).toEqual([
      ['page', 'not-loaded'],
      ['live', 'not-loaded'],
    ]);
  });

  test('is none that came at the second time', async () => {
    tell(PAGE, PREVIOUS);
    loadModule.mockRejectedValueOnce(new Error('404'));
    await loader().load('blog/Teaser', 'first');
    expect(reported()).toEqual([]);
  });

  test('is one that was late', async () => {
    jest.useFakeTimers();
    loadModule.mockReturnValueOnce(new Promise(() => undefined));
    const loading = loader().load('blog/Teaser', 'first');
    await jest.advanceTimersByTimeAsync(8_000);
    await loading;
    expect(reported()).toEqual([['page', 'late']]);
  });
});

describe('an island that is met first', () => {
  test('comes from the release that the page names, without asking anybody', async () => {
    expect(await loader().load('blog/Post', 'first')).toBe(MODULE);
    expect(loadModule.mock.calls).toEqual([[PAGE, 'Post']]);
    expect(fetchReleaseSet).not.toHaveBeenCalled();
  });

  test('comes from the live release when the page’s fails', async () => {
    lose(PAGE);
    await loader().load('blog/Post', 'first');
    expect(asked()).toEqual(['page', 'live']);
  });

  test('comes from the release before when the live one fails too, the shell asked once', async () => {
    lose(PAGE, LIVE);
    await loader().load('blog/Post', 'first');
    expect(asked()).toEqual(['page', 'live', 'previous']);
    expect(fetchReleaseSet).toHaveBeenCalledTimes(1);
  });

  test('of a zone comes from the release before of a remote that no page names', async () => {
    const ofOutside = ({ version }: RemoteRelease) => sampleRemoteRelease('outside', version);
    const [page, live, previous] = [ofOutside(PAGE), ofOutside(LIVE), ofOutside(PREVIOUS)];
    fetchReleaseSet.mockResolvedValue({
      ...releaseSetOf(['outside', live]),
      previous: { outside: previous },
    });
    lose(page, live);
    const loading = loaderFor(releaseSetOf(['outside', page])).load('outside/zone/Openings', 'first');
    expect(await loading).toBe(MODULE);
    expect(asked()).toEqual(['page', 'live', 'previous']);
    expect(loadModule.mock.calls.at(-1)).toEqual([previous, 'Openings']);
  });

  test('comes at the second time from the same release when no other is live', async () => {
    tell(PAGE, PREVIOUS);
    loadModule.mockRejectedValueOnce(new Error('404'));
    await loader().load('blog/Post', 'first');
    expect(asked()).toEqual(['page', 'page']);
  });

  test('fails with what was wrong with the page’s release when none gives it', async () => {
    lose(PAGE, LIVE, PREVIOUS);
    const error = await failure(loader().load('blog/Post', 'first'));
    expect(error).toEqual(new RemoteError('blog/Post could not be loaded'));
    expect(error).toMatchObject({ cause: new Error('404 aaaaaaaaaaaa') });
  });

  test('comes from the live release when the page’s set lacks its remote', async () => {
    await loaderFor(releaseSetOf()).load('blog/Post', 'first');
    expect(asked()).toEqual(['live']);
  });

  test.each<readonly [string, () => unknown]>([
    ['no release at all', () => tell()],
    ['nothing: the shell is out of reach', () => fetchReleaseSet.mockRejectedValue(new Error('offline'))],
  ])('of a remote that has %s says so', async (_, arrange) => {
    arrange();
    const error = await failure(loaderFor(releaseSetOf()).load('blog/Post', 'first'));
    expect(error).toEqual(new RemoteError('blog/Post has no release that could be loaded'));
    expect(loadModule).not.toHaveBeenCalled();
  });
});

test.each<readonly [LoadPlan, readonly string[]]>([
  ['rendering', ['page']],
  ['again', ['live', 'previous']],
  ['hydration', ['page', 'page']],
  ['fallback', ['live', 'previous']],
])('in case of %s these are tried, in this order: %j', async (plan, releases) => {
  lose(PAGE, LIVE, PREVIOUS);
  await failure(loader().load('blog/Post', plan));
  expect(asked()).toEqual(releases);
});

test('a replacement is not looked for in the page’s own release, which is known to fail', async () => {
  tell(PAGE, PREVIOUS);
  await loader().load('blog/Post', 'fallback');
  expect(asked()).toEqual(['previous']);
});

describe('the live release', () => {
  test('is asked for anew every time', async () => {
    const remotes = loader();
    await remotes.load('blog/Post', 'again');
    await remotes.load('blog/Post', 'again');
    expect(fetchReleaseSet).toHaveBeenCalledTimes(2);
  });

  test.each<readonly [string, () => unknown]>([
    ['the shell cannot be asked', () => fetchReleaseSet.mockRejectedValue(new Error('offline'))],
    ['the live set has lost the remote', () => tell()],
  ])('is the page’s own when %s', async (_, arrange) => {
    arrange();
    await loader().load('blog/Post', 'again');
    expect(asked()).toEqual(['page']);
  });
});

describe('a release whose entry is lost', () => {
  beforeEach(() => {
    tell(PAGE, PREVIOUS);
    loseEntries(PAGE);
  });

  test('is asked for twice by the first island, and by none that comes later', async () => {
    const remotes = loader();
    await remotes.load('blog/Post', 'first');
    expect(asked()).toEqual(['page', 'page', 'previous']);
    await remotes.load('blog/Teaser', 'first');
    expect(asked().slice(3)).toEqual(['previous']);
  });

  test('is asked for by islands that begin together, each on its own', async () => {
    const remotes = loader();
    await Promise.all([remotes.load('blog/Post', 'first'), remotes.load('blog/Teaser', 'first')]);
    expect(asked().filter((name) => name === 'page')).toHaveLength(4);
  });

  test('is asked for by an island that begins while another still tries', async () => {
    const again = deferred<typeof MODULE>();
    loadModule.mockRejectedValueOnce(new Error('404')).mockReturnValueOnce(again.promise);
    const remotes = loader();
    const first = remotes.load('blog/Post', 'hydration');
    await new Promise((resolve) => setTimeout(resolve, 0));
    const second = remotes.load('blog/Teaser', 'hydration');
    loseEntries();
    again.resolve(MODULE);
    expect(await Promise.all([first, second])).toEqual([MODULE, MODULE]);
  });

  test('is asked for when the visitor wants it; once it came, by everybody again', async () => {
    const remotes = loader();
    await remotes.load('blog/Post', 'first');
    loseEntries();
    loadModule.mockClear();
    await remotes.load('blog/Post', 'again');
    await remotes.load('blog/Teaser', 'first');
    expect(asked()).toEqual(['page', 'page']);
  });

  test('is no reason to pass over one that has a broken module', async () => {
    const remotes = loader();
    has.mockReturnValue(true);
    await remotes.load('blog/Post', 'first');
    loadModule.mockClear();
    await remotes.load('blog/Teaser', 'first');
    expect(asked()).toEqual(['page', 'page', 'previous']);
  });
});

test('a remote’s failure is nothing to another remote', async () => {
  const set = releaseSetOf(['blog', PAGE], ['home', sampleRemoteRelease('home')]);
  lose(PAGE, LIVE, PREVIOUS);
  const remotes = loaderFor(set);
  const [blog, home] = await Promise.allSettled([
    remotes.load('blog/Post', 'first'),
    remotes.load('home/Hero', 'first'),
  ]);
  expect([blog.status, home.status]).toEqual(['rejected', 'fulfilled']);
});

describe('a module that cannot be had', () => {
  test.each([
    ['an error', new Error('RUNTIME-008')],
    ['something that is no error', 'RUNTIME-008'],
  ])('rejects with a RemoteError that keeps %s of the runtime', async (_, cause) => {
    loadModule.mockRejectedValue(cause);
    const error = await failure(loader().load('blog/Post', 'first'));
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ name: 'RemoteError', message: 'blog/Post could not be loaded', cause });
  });

  test.each([
    ['nothing', null],
    ['no default', {}],
    ['a default that is no component', { default: 'Post' }],
    ['an element instead of a component', { default: createElement(Component) }],
    ['null as its default', { default: null }],
    ['a default within a default', { default: { default: Component } }],
  ])('is rejected when it exposes %s', async (_, module) => {
    loadModule.mockResolvedValue(module);
    expect(await failure(loader().load('blog/Post', 'first'))).toEqual(
      new RemoteError('blog/Post exposes no component'),
    );
  });

  // The contract's type takes them: see shared/contracts/modules.test.tsx.
  test.each([
    ['a memoised component', memo(Component)],
    ['a lazy one', lazy(() => Promise.resolve(MODULE))],
    ['one that passes a ref on', forwardRef(Component)],
  ])('is none that exposes %s', async (_, component) => {
    loadModule.mockResolvedValue({ default: component });
    expect((await loader().load('blog/Post', 'first')).default).toBe(component);
  });
});

describe('in time', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const hang = () => new Promise<never>(() => undefined);
  const watch = (plan: LoadPlan) => {
    const settled = jest.fn();
    void loader().load('blog/Post', plan).then(settled, settled);
    return settled;
  };

  test.each(Object.keys(LOAD_PLANS) as LoadPlan[])(
    'everything may hang: in case of %s a module is given up after 15 s in all',
    async (plan) => {
      loadModule.mockImplementation(hang);
      const settled = watch(plan);
      await jest.advanceTimersByTimeAsync(14_999);
      expect(settled).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      expect(settled).toHaveBeenCalledWith(
        new RemoteError('blog/Post could not be loaded', { cause: new Error('it took too long') }),
      );
    },
  );

  test('a release that hangs leaves half of the time to the others', async () => {
    loadModule.mockImplementation((release) => (release === PREVIOUS ? Promise.resolve(MODULE) : hang()));
    const settled = watch('first');
    await jest.advanceTimersByTimeAsync(7_500 + 3_749);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith(MODULE);
  });

  test('a shell that hangs does not hold up the failure for ever', async () => {
    fetchReleaseSet.mockImplementation(hang);
    const settled = watch('again');
    await jest.advanceTimersByTimeAsync(15_000);
    expect(settled).toHaveBeenCalledWith(expect.any(RemoteError));
  });
});
