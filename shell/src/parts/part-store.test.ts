import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Post, RemoteModule } from '@vidlunnia/shared/contracts';
import { deferred, fakeApi, fakeLoader, type Deferred } from '../../testing/parts';
import { PartStore } from './part-store';

type Hero = RemoteModule<'home/Hero'>;
const HERO: Hero = { default: () => null };

let loads: Deferred<Hero>[];
let asked: ReturnType<typeof fakeLoader>['asked'];
let store: PartStore;
const unhandled = jest.fn();

beforeEach(() => {
  loads = [];
  const fake = fakeLoader({
    'home/Hero': () => {
      const load = deferred<Hero>();
      loads.push(load);
      return load.promise;
    },
    'blog/Post': () =>
      Promise.resolve({ default: () => null, load: () => new Promise<Post>(() => undefined) }),
  });
  asked = fake.asked;
  store = new PartStore({ loader: fake.loader, api: fakeApi(), log: () => undefined });
  unhandled.mockReset();
  process.on('unhandledRejection', unhandled);
});
afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

const hero = () => store.state('home/Hero', {});
const open = () => store.open('home/Hero', {});
const retry = () => store.retry('home/Hero', {});
const attempts = () => asked.mock.calls.map(([, attempt]) => attempt);
/** Settles the latest load and waits until the store knows. */
const settle = async (how: 'arrive' | 'fail') => {
  const load = loads.at(-1);
  if (how === 'arrive') load?.resolve(HERO);
  else load?.reject(new Error('404'));
  await load?.promise.catch(() => undefined);
  await Promise.resolve();
};
const failFirst = async () => {
  await open();
  await settle('fail');
};

describe('a part', () => {
  test('begins once, whether it is opened or shown first', async () => {
    await open();
    const state = hero();
    expect(hero()).toBe(state);
    expect(attempts()).toEqual([1]);
  });

  test('begins when it is shown without having been opened', () => {
    expect(hero()).toMatchObject({ attempt: { number: 1 }, retrying: false });
    expect(attempts()).toEqual([1]);
  });

  test('that arrived is the same at every later visit', async () => {
    await open();
    await settle('arrive');
    const state = hero();
    await open();
    expect(hero()).toBe(state);
    expect(attempts()).toEqual([1]);
  });

  test('that failed is tried anew at the next visit', async () => {
    await failFirst();
    await open();
    expect(hero()).toMatchObject({ attempt: { number: 2 }, retrying: false });
    expect(attempts()).toEqual([1, 2]);
  });

  test('still under way at the next visit is waited for, not begun again', async () => {
    await open();
    const again = open();
    await settle('arrive');
    await again;
    expect(attempts()).toEqual([1]);
  });

  test('opened twice while it was failing is begun again once', async () => {
    await open();
    const both = [open(), open()];
    await settle('fail');
    await Promise.all(both);
    expect(attempts()).toEqual([1, 2]);
  });

  test('is known by its parameters', () => {
    const [one, two] = ['1', '2'].map((postId) => store.state('blog/Post', { postId }));
    expect(one).not.toBe(two);
    expect(store.state('blog/Post', { postId: '1' })).toBe(one);
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

describe('a retry', () => {
  test('keeps what is shown until it has settled', async () => {
    await failFirst();
    const before = hero().attempt;
    const retrying = retry();
    expect(hero()).toEqual({ attempt: before, retrying: true });
    await settle('arrive');
    expect(await retrying).toBe(true);
    expect(hero()).toMatchObject({ attempt: { number: 2 }, retrying: false });
    expect(await hero().attempt.module).toBe(HERO);
  });

  test('that fails says so and leaves the next one free', async () => {
    await failFirst();
    const retrying = retry();
    await settle('fail');
    expect(await retrying).toBe(false);
    expect(hero()).toMatchObject({ attempt: { number: 2 }, retrying: false });
    const again = retry();
    await settle('arrive');
    expect(await again).toBe(true);
    expect(attempts()).toEqual([1, 2, 3]);
  });

  test('is one at a time', async () => {
    await failFirst();
    const retrying = retry();
    expect(await retry()).toBe(false);
    await settle('arrive');
    expect(await retrying).toBe(true);
    expect(attempts()).toEqual([1, 2]);
  });

  test('under way when its page is opened again is the only one', async () => {
    await failFirst();
    const retrying = retry();
    await open();
    await settle('arrive');
    expect(await retrying).toBe(true);
    expect(hero()).toMatchObject({ attempt: { number: 2 }, retrying: false });
    expect(attempts()).toEqual([1, 2]);
  });
});

describe('subscribers', () => {
  test('are told of every change until they leave', async () => {
    const listener = jest.fn();
    const leave = store.subscribe(listener);
    await failFirst();
    expect(listener).toHaveBeenCalledTimes(1);
    const retrying = retry();
    expect(listener).toHaveBeenCalledTimes(2);
    await settle('arrive');
    await retrying;
    expect(listener).toHaveBeenCalledTimes(3);
    leave();
    store.state('blog/Post', { postId: '1' });
    expect(listener).toHaveBeenCalledTimes(3);
  });
});
