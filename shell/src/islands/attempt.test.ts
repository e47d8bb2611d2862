import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Post, RemoteModule, Service } from '@vidlunnia/contracts';
import { deferred, fakeApi, fakeLoader } from '../../testing/islands';
import { startAttempt, startHydration } from './attempt';

const Component = () => null;
const POST: Post = {
  id: '1',
  title: 'Луна',
  excerpt: '',
  category: '',
  image_url: '',
  created_at: '2026-11-17T10:00:00.000Z',
  author: '',
  content: '',
  image_alt: '',
  description: '',
};
const DATA_DEADLINE = 5_000;
type PostModule = RemoteModule<'blog/Post'>;

const log = jest.fn();
const unhandled = jest.fn();
beforeEach(() => {
  jest.resetAllMocks();
  process.on('unhandledRejection', unhandled);
});
afterEach(() => {
  process.off('unhandledRejection', unhandled);
});

/** Node tells of unhandled rejections once all microtasks are done. */
const tick = () => new Promise((resolve) => setTimeout(resolve, 0));
const start = (module: Promise<PostModule>, api = fakeApi()) => {
  const { loader, asked } = fakeLoader({ 'blog/Post': () => module });
  const context = { loader, api, dataDeadline: DATA_DEADLINE, log };
  return { attempt: startAttempt(3, 'again', 'blog/Post', { postId: '1' }, context), asked };
};

test('the module is asked for by the attempt’s plan', () => {
  const { attempt, asked } = start(Promise.resolve({ default: Component }));
  expect(attempt).toMatchObject({ number: 3, plan: 'again', retried: false });
  expect(asked.mock.calls).toEqual([['blog/Post', 'again']]);
});

test('data are asked for with the parameters, the API and a signal, as soon as the code is there', async () => {
  const code = deferred<PostModule>();
  const load = jest.fn<NonNullable<PostModule['load']>>().mockResolvedValue(POST);
  const api = fakeApi();
  const { attempt } = start(code.promise, api);
  expect(load).not.toHaveBeenCalled();
  code.resolve({ default: Component, load });
  expect(await attempt.arrival).toMatchObject({ data: POST, failure: null });
  expect(load.mock.calls).toEqual([[{ postId: '1' }, { api, signal: expect.any(AbortSignal) }]]);
  expect(log).not.toHaveBeenCalled();
});

test('a module that loads nothing has no data and lacks nothing', async () => {
  const module = { default: Component };
  const { attempt } = start(Promise.resolve(module));
  expect(await attempt.arrival).toEqual({ module, data: null, failure: null });
  expect(log).not.toHaveBeenCalled();
});

describe('data that cannot be had', () => {
  test.each<readonly [string, () => Promise<Post>]>([
    ['rejected', () => Promise.reject(new Error('offline'))],
    [
      'thrown',
      () => {
        throw new Error('offline');
      },
    ],
  ])('(%s) are null, logged once, and leave the module as it is', async (_, load) => {
    const module = { default: Component, load };
    const { attempt } = start(Promise.resolve(module));
    expect(await attempt.arrival).toEqual({
      module,
      data: null,
      failure: { stage: 'data', error: new Error('offline') },
    });
    expect(log.mock.calls).toEqual([['blog/Post could not be loaded', new Error('offline')]]);
  });
});

describe('data that are late', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('are null at the deadline, even when the module leaves the signal aside', async () => {
    const settled = jest.fn();
    const { attempt } = start(
      Promise.resolve({ default: Component, load: () => new Promise<never>(() => undefined) }),
    );
    void attempt.arrival.then(settled);
    await jest.advanceTimersByTimeAsync(DATA_DEADLINE - 1);
    expect(settled).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    const error = new Error('Its data took too long');
    expect(settled.mock.calls).toEqual([
      [expect.objectContaining({ data: null, failure: { stage: 'data', error } })],
    ]);
    expect(log.mock.calls).toEqual([['blog/Post could not be loaded', error]]);
  });

  test('have their whole time, however late the code was', async () => {
    const code = deferred<PostModule>();
    const data = deferred<Post>();
    const { attempt } = start(code.promise);
    await jest.advanceTimersByTimeAsync(DATA_DEADLINE * 2);
    code.resolve({ default: Component, load: () => data.promise });
    await jest.advanceTimersByTimeAsync(DATA_DEADLINE - 1);
    data.resolve(POST);
    expect(await attempt.arrival).toMatchObject({ data: POST, failure: null });
  });
});

test('the signal that data get ends at the deadline', async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  const load = jest.fn<NonNullable<PostModule['load']>>().mockResolvedValue(POST);
  const { attempt } = start(Promise.resolve({ default: Component, load }));
  await attempt.arrival;
  expect(timeout.mock.calls).toEqual([[DATA_DEADLINE]]);
  expect(load.mock.calls[0]?.[1].signal.aborted).toBe(true);
  timeout.mockRestore();
});

test('code that cannot be had is what did not arrive, and is logged once', async () => {
  const { attempt } = start(Promise.reject(new Error('404')));
  expect(await attempt.arrival).toEqual({
    module: null,
    data: null,
    failure: { stage: 'module', error: new Error('404') },
  });
  expect(log.mock.calls).toEqual([['blog/Post could not be loaded', new Error('404')]]);
});

test.each<readonly [string, Promise<PostModule> | (() => Promise<PostModule>)]>([
  ['code', () => Promise.reject(new Error('404'))],
  ['data', () => Promise.resolve({ default: Component, load: () => Promise.reject(new Error('offline')) })],
])('%s that nobody waits for troubles nobody', async (_, module) => {
  start(typeof module === 'function' ? module() : module);
  await tick();
  expect(unhandled).not.toHaveBeenCalled();
});

describe('an island that came with the page', () => {
  type Services = RemoteModule<'home/Services'>;
  const DATA: readonly Service[] = [{ title: 'SMM', description: '', icon_url: '', features: [] }];
  const MODULE: Services = { default: Component, load: () => Promise.reject(new Error('Data are there')) };
  const hydrate = (load: () => Promise<Services>, data: typeof DATA | null = DATA) => {
    const { loader, asked } = fakeLoader({ 'home/Services': load });
    const context = { loader, api: fakeApi(), dataDeadline: 1, log };
    const attempt = startHydration('home/Services', { data, nodes: [] }, context);
    return { attempt, plans: asked.mock.calls.map(([, plan]) => plan) };
  };

  test('has the data of the page, which are not loaded again', async () => {
    const { attempt } = hydrate(() => Promise.resolve(MODULE));
    expect(await attempt.arrival).toEqual({ module: MODULE, data: DATA, failure: null });
    expect(attempt).toMatchObject({ number: 0, plan: 'hydration', retried: false });
  });

  test('without data of the server did not arrive: the next visit of the page asks for them', async () => {
    const { attempt } = hydrate(() => Promise.resolve(MODULE), null);
    expect(await attempt.arrival).toMatchObject({ data: null, failure: { stage: 'data' } });
  });

  test('gets its code from the release that rendered it, once', () => {
    expect(hydrate(() => Promise.resolve(MODULE)).plans).toEqual(['hydration']);
  });

  test('whose code never comes says so, and leaves no rejection that nobody handles', async () => {
    const { attempt } = hydrate(() => Promise.reject(new Error('404')));
    expect((await attempt.arrival).failure).toEqual({ stage: 'module', error: new Error('404') });
    await tick();
    expect(unhandled).not.toHaveBeenCalled();
  });
});
