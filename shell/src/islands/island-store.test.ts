import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Post, RemoteModule } from '@vidlunnia/contracts';
import { deferred, fakeApi, fakeLoader, type Deferred } from '../../testing/islands';
import { IslandStore } from './island-store';

type Hero = RemoteModule<'home/Hero'>;
const HERO: Hero = { default: () => null };

let loads: Deferred<Hero>[];
let asked: ReturnType<typeof fakeLoader>['asked'];
let store: IslandStore;
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
  store = new IslandStore({ loader: fake.loader, api: fakeApi(), dataDeadline: 5_000, log });
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
const plans = () => asked.mock.calls.map(([, plan]) => plan);
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

describe('an island', () => {
  test('begins once, whether it is opened or shown first', async () => {
    await open();
    const state = hero();
    expect(hero()).toBe(state);
    expect(plans()).toEqual(['first']);
  });

  test('begins when it is shown without having been opened', () => {
    expect(hero()).toMatchObject({ attempt: { number: 1 }, retrying: false });
    expect(plans()).toEqual(['first']);
  });

  test('that arrived is the same at every later visit', async () => {
    await open();
    await settle('arrive');
    const state = hero();
    await open();
    expect(hero()).toBe(state);
    expect(plans()).toEqual(['first']);
  });

  test('that failed is tried anew at the next visit', async () => {
    await failFirst();
    await open();
    expect(hero()).toMatchObject({ attempt: { number: 2 }, retrying: false });
    expect(plans()).toEqual(['first', 'again']);
  });

  test('still under way at the next visit is waited for, not begun again', async () => {
    await open();
    const again = open();
    await settle('arrive');
    await again;
    expect(plans()).toEqual(['first']);
  });

  test('opened twice while it was failing is begun again once', async () => {
    await open();
    const both = [open(), open()];
    await settle('fail');
    await Promise.all(both);
    expect(plans()).toEqual(['first', 'again']);
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
    const before = hero();
    const retrying = retry();
    expect(hero()).toEqual({ ...before, tries: 2, retrying: true });
    await settle('arrive');
    await retrying;
    expect(hero()).toMatchObject({ attempt: { number: 2, retried: true }, tries: 2, retrying: false });
    expect((await hero().attempt.arrival).module).toBe(HERO);
  });

  test('whose code fails too leaves what is shown as it is, and the next one free', async () => {
    await failFirst();
    const before = hero();
    const retrying = retry();
    await settle('fail');
    await retrying;
    expect(hero()).toEqual({ ...before, tries: 2, retrying: false });
    const again = retry();
    await settle('arrive');
    await again;
    expect(hero()).toMatchObject({ attempt: { number: 3, retried: true }, tries: 3, retrying: false });
    expect(plans()).toEqual(['first', 'again', 'again']);
  });

  test('whose data alone fail is shown: its code is there', async () => {
    await failFirst();
    const retrying = retry();
    const load = loads.at(-1);
    load?.resolve({ ...HERO, load: () => Promise.reject(new Error('offline')) });
    await retrying;
    expect(hero()).toMatchObject({ attempt: { number: 2, retried: true }, retrying: false });
    expect((await hero().attempt.arrival).failure).toMatchObject({ stage: 'data' });
  });

  test('is one at a time', async () => {
    await failFirst();
    const retrying = retry();
    await retry();
    expect(hero()).toMatchObject({ attempt: { number: 1 }, tries: 2, retrying: true });
    await settle('arrive');
    await retrying;
    expect(plans()).toEqual(['first', 'again']);
  });

  test('under way when its page is opened again is the only one', async () => {
    await failFirst();
    const retrying = retry();
    await open();
    await settle('arrive');
    await retrying;
    expect(hero()).toMatchObject({ attempt: { number: 2 }, retrying: false });
    expect(plans()).toEqual(['first', 'again']);
  });

  test('that failed is followed by a new attempt at the next visit, which the visitor did not ask for', async () => {
    await failFirst();
    const retrying = retry();
    await settle('fail');
    await retrying;
    await open();
    expect(hero()).toMatchObject({ attempt: { number: 3, retried: false }, tries: 3, retrying: false });
    expect(plans()).toEqual(['first', 'again', 'again']);
  });
});

describe('an island that came with the page', () => {
  const field = () => document.querySelector('input');
  const adopt = () => {
    document.body.innerHTML = '<section><input value=""></section>';
    void store.adopt('home/Hero', {}, { data: null, nodes: [...document.body.children] });
  };
  const tick = () => new Promise((resolve) => setTimeout(resolve, 0));
  const adoptAndFail = async () => {
    adopt();
    await tick();
    await settle('fail');
    await tick();
  };
  const STAYS = ['home/Hero stays as the server rendered it', new Error('404')];

  test('is shown as it was rendered: its attempt is none of the visitor’s, its data are there', async () => {
    adopt();
    expect(hero()).toMatchObject({ attempt: { number: 0, retried: false }, tries: 1, retrying: false });
    await settle('arrive');
    expect(hero().arrival).toMatchObject({ module: HERO, data: null });
  });

  test('has its code loaded, of the release that rendered it', async () => {
    adopt();
    expect(plans()).toEqual(['hydration']);
    await settle('arrive');
    expect((await hero().attempt.arrival).module).toBe(HERO);
  });

  test('is not begun by the visit of its page', async () => {
    adopt();
    await Promise.resolve();
    await settle('arrive');
    await open();
    expect(hero().attempt.number).toBe(0);
    expect(plans()).toEqual(['hydration']);
  });

  describe('whose code never came', () => {
    test('stays until another release makes it anew, with what the server rendered to fall back on', async () => {
      await adoptAndFail();
      expect(plans()).toEqual(['hydration', 'fallback']);
      expect(hero()).toMatchObject({ attempt: { number: 0 }, retrying: true });
      await settle('arrive');
      await tick();
      expect(hero()).toMatchObject({
        attempt: { number: 2, retried: false, rendered: [...document.body.children] },
        retrying: false,
      });
      expect((await hero().attempt.arrival).module).toBe(HERO);
      expect(log).not.toHaveBeenCalled();
    });

    test('stays for good when no release gives it', async () => {
      await adoptAndFail();
      await settle('fail');
      await tick();
      expect(hero()).toMatchObject({ attempt: { number: 0 }, retrying: false });
      expect(log).toHaveBeenLastCalledWith(...STAYS);
    });

    test('stays for good when the other release has no data for it: the server’s are there', async () => {
      await adoptAndFail();
      loads.at(-1)?.resolve({ ...HERO, load: () => Promise.reject(new Error('offline')) });
      await tick();
      expect(hero()).toMatchObject({ attempt: { number: 0 }, retrying: false });
      expect(log).toHaveBeenLastCalledWith(...STAYS);
    });

    test('is not taken from a visitor who has begun with it, and no other release is asked for', async () => {
      adopt();
      await tick();
      field()?.focus();
      await settle('fail');
      await tick();
      expect(plans()).toEqual(['hydration']);
      expect(hero().attempt.number).toBe(0);
      expect(log.mock.calls).toEqual([STAYS]);
    });

    test('is not taken from a visitor who begins while the other release is on its way', async () => {
      await adoptAndFail();
      Object.assign(field() ?? {}, { value: 'Ольга' });
      await settle('arrive');
      await tick();
      expect(hero()).toMatchObject({ attempt: { number: 0 }, retrying: false });
      expect(log.mock.calls).toEqual([STAYS]);
    });

    test('is begun anew at the next visit', async () => {
      await adoptAndFail();
      await settle('fail');
      await tick();
      await open();
      expect(hero()).toMatchObject({ attempt: { number: 3, retried: false }, tries: 3 });
      expect(plans()).toEqual(['hydration', 'fallback', 'again']);
    });
  });
});

describe('an island that crashed', () => {
  const crash = () => store.replace('home/Hero', {}, hero().attempt, new Error('render'));
  const arrive = async () => {
    await open();
    await settle('arrive');
  };

  test('is replaced by the release before, which nobody asked for', async () => {
    await arrive();
    const replacing = crash();
    expect(hero()).toMatchObject({ attempt: { number: 1 }, retrying: true });
    await settle('arrive');
    await replacing;
    expect(hero()).toMatchObject({ attempt: { number: 2, retried: false }, retrying: false });
    expect(plans()).toEqual(['first', 'fallback']);
  });

  test('after a retry is still told of as retried when the release before is there', async () => {
    await failFirst();
    const retrying = retry();
    await settle('arrive');
    await retrying;
    const replacing = crash();
    await settle('arrive');
    await replacing;
    expect(hero()).toMatchObject({ attempt: { number: 3, retried: true } });
  });

  test('is left as it is when there is no release before, free to be retried', async () => {
    await arrive();
    const replacing = crash();
    await settle('fail');
    await replacing;
    expect(hero()).toMatchObject({ attempt: { number: 1 }, retrying: false });
    const retrying = retry();
    await settle('arrive');
    await retrying;
    expect(plans()).toEqual(['first', 'fallback', 'again']);
  });

  test('and whose release before crashes too is replaced no more', async () => {
    await arrive();
    const replacing = crash();
    await settle('arrive');
    await replacing;
    await crash();
    expect(plans()).toEqual(['first', 'fallback']);
  });

  test('before the visitor saw another attempt is nobody’s concern any more', async () => {
    await arrive();
    const { attempt } = hero();
    const replacing = crash();
    await settle('arrive');
    await replacing;
    await store.replace('home/Hero', {}, attempt, new Error('render'));
    expect(plans()).toEqual(['first', 'fallback']);
  });
});

describe('subscribers', () => {
  test('are told of every change until they leave', async () => {
    const listener = jest.fn();
    const leave = store.subscribe(listener);
    await failFirst();
    // It began, and did not arrive.
    expect(listener).toHaveBeenCalledTimes(2);
    const retrying = retry();
    expect(listener).toHaveBeenCalledTimes(3);
    await settle('arrive');
    await retrying;
    expect(listener).toHaveBeenCalledTimes(4);
    leave();
    store.state('blog/Post', { postId: '1' });
    expect(listener).toHaveBeenCalledTimes(4);
  });
});
