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
const log = jest.fn();

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
  store = new PartStore({ loader: fake.loader, api: fakeApi(), dataDeadline: 5_000, log });
  unhandled.mockReset();
  log.mockReset();
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
    expect(hero()).toEqual({ attempt: before, tries: 2, retrying: true });
    await settle('arrive');
    await retrying;
    expect(hero()).toMatchObject({ attempt: { number: 2, retried: true }, tries: 2, retrying: false });
    expect(await hero().attempt.module).toBe(HERO);
  });

  test('whose code fails too leaves what is shown as it is, and the next one free', async () => {
    await failFirst();
    const before = hero().attempt;
    const retrying = retry();
    await settle('fail');
    await retrying;
    expect(hero()).toEqual({ attempt: before, tries: 2, retrying: false });
    const again = retry();
    await settle('arrive');
    await again;
    expect(hero()).toMatchObject({ attempt: { number: 3, retried: true }, tries: 3, retrying: false });
    expect(attempts()).toEqual([1, 2, 3]);
  });

  test('whose data alone fail is shown: its code is there', async () => {
    await failFirst();
    const retrying = retry();
    const load = loads.at(-1);
    load?.resolve({ ...HERO, load: () => Promise.reject(new Error('offline')) });
    await retrying;
    expect(hero()).toMatchObject({ attempt: { number: 2, retried: true }, retrying: false });
    expect(await hero().attempt.failure).toMatchObject({ stage: 'data' });
  });

  test('is one at a time', async () => {
    await failFirst();
    const retrying = retry();
    await retry();
    expect(hero()).toMatchObject({ attempt: { number: 1 }, tries: 2, retrying: true });
    await settle('arrive');
    await retrying;
    expect(attempts()).toEqual([1, 2]);
  });

  test('under way when its page is opened again is the only one', async () => {
    await failFirst();
    const retrying = retry();
    await open();
    await settle('arrive');
    await retrying;
    expect(hero()).toMatchObject({ attempt: { number: 2 }, retrying: false });
    expect(attempts()).toEqual([1, 2]);
  });

  test('that failed is followed by a new attempt at the next visit, which the visitor did not ask for', async () => {
    await failFirst();
    const retrying = retry();
    await settle('fail');
    await retrying;
    await open();
    expect(hero()).toMatchObject({ attempt: { number: 3, retried: false }, tries: 3, retrying: false });
    expect(attempts()).toEqual([1, 2, 3]);
  });
});

describe('a part that came with the page', () => {
  const DATA = null;
  const adopt = (ready: Promise<unknown> = Promise.resolve()) => {
    store.adopt('home/Hero', {}, { data: DATA, nodes: [], ready });
  };

  test('is shown as it was rendered: its attempt is none of the visitor’s, its data are there', () => {
    adopt(new Promise(() => undefined));
    expect(hero()).toMatchObject({ attempt: { number: 0, retried: false }, tries: 1, retrying: false });
    expect(hero().attempt.data).toMatchObject({ status: 'fulfilled', value: null });
  });

  test('has its code loaded when it is told to, and not before', async () => {
    const ready = deferred<undefined>();
    adopt(ready.promise);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(attempts()).toEqual([]);
    ready.resolve(undefined);
    await ready.promise;
    expect(attempts()).toEqual([1]);
    await settle('arrive');
    expect(await hero().attempt.module).toBe(HERO);
  });

  test('is not begun by the visit of its page', async () => {
    adopt();
    await Promise.resolve();
    await settle('arrive');
    await open();
    expect(hero().attempt.number).toBe(0);
    expect(attempts()).toEqual([1]);
  });

  test('whose code never came is begun anew at the next visit', async () => {
    adopt();
    await Promise.resolve();
    await settle('fail');
    await settle('fail');
    await open();
    expect(hero()).toMatchObject({ attempt: { number: 2, retried: false }, tries: 2 });
    expect(attempts()).toEqual([1, 2, 2]);
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
