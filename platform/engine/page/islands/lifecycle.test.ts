import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PostSummary } from '@vidlunnia/contracts';
import { GOLDEN_POSTS } from '@vidlunnia/contracts/golden';
import userEvent from '@testing-library/user-event';
import { deferred, fakeApi, type Deferred } from '../../testing/islands';
import type { LoadedModule, RemoteLoader } from '../remotes/release-set';
import { hasUserInteraction, IslandStore } from './lifecycle';

type Loaded = LoadedModule<'blog/Teaser'>;
const DATA: PostSummary[] = GOLDEN_POSTS;
const OF_PAGE: Loaded = { module: { default: () => null }, version: 'page', isOfPage: true };
const OF_OTHER: Loaded = { ...OF_PAGE, version: 'other', isOfPage: false };
const DATA_DEADLINE = 5_000;
const CRASH = new Error('render');

const log = jest.fn();
const requested = jest.fn<(begin: string, except: readonly string[]) => void>();
let loads: Deferred<Loaded>[];
const api = fakeApi();
let store: IslandStore;

beforeEach(() => {
  loads = [];
  jest.resetAllMocks();
  jest.useRealTimers();
  const load = (_: string, begin: string, except: ReadonlySet<string>) => {
    requested(begin, [...except]);
    return loads[loads.push(deferred<Loaded>()) - 1]?.promise;
  };
  store = new IslandStore({
    // Every id gets the only module of these tests.
    loader: { load } as unknown as RemoteLoader,
    api,
    dataDeadline: DATA_DEADLINE,
    note: (id, stage, error) => {
      log(stage, String(error));
      return { id, stage, reason: String(error) };
    },
  });
});

const island = () => store.island('blog/Teaser', {});
const state = () => island().state.get();
const begun = () => requested.mock.calls.map(([begin]) => begin);
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const arrive = async (loaded = OF_PAGE) => {
  loads.at(-1)?.resolve(loaded);
  await settle();
};
const fail = async () => {
  loads.at(-1)?.reject(new Error('404'));
  await settle();
};
const throwing = () => {
  throw new Error('offline');
};
const rejected = () => Promise.reject(new Error('offline'));
const withLoad = (load: () => Promise<PostSummary[]>, loaded = OF_PAGE): Loaded => ({
  ...loaded,
  module: { ...loaded.module, load },
});
/** Visits the island's page; its code is loaded, or fails to load. */
const visit = async (loaded?: Loaded | null) => {
  void island().open();
  await (loaded === null ? fail() : arrive(loaded));
};

test('a visit of its page loads an island once, also on repeated visits', async () => {
  expect(state().status).toBe('waiting');
  void island().open();
  void island().open();
  expect(state().status).toBe('loading');
  await arrive();
  expect(state()).toMatchObject({ status: 'live', loaded: OF_PAGE, data: null, failure: null });
  await island().open();
  expect(begun()).toEqual(['page']);
});

test('a visit of its page loads a failed island again, starting with the live release', async () => {
  await visit(null);
  expect(state()).toMatchObject({ status: 'failed', failure: { stage: 'load', reason: 'Error: 404' } });
  expect(log.mock.calls).toEqual([['load', 'Error: 404']]);
  await visit();
  expect(state()).toMatchObject({ status: 'live', attempt: 2 });
  expect(begun()).toEqual(['page', 'live']);
});

test.each<readonly [string, () => Promise<PostSummary[]>]>([
  ['is rejected', rejected],
  ['throws', throwing],
])('data that %s is left out, and requested again on the next visit', async (_, lost) => {
  const load = jest.fn<(...given: unknown[]) => Promise<PostSummary[]>>(() => Promise.resolve(DATA));
  load.mockImplementationOnce(lost);
  await visit(withLoad(load));
  expect(state()).toMatchObject({ status: 'live', data: null, failure: { stage: 'data' } });
  expect(log.mock.calls).toEqual([['data', 'Error: offline']]);
  await visit(withLoad(load));
  expect(state()).toMatchObject({ data: DATA, failure: null });
  expect(load).toHaveBeenCalledTimes(2);
  expect(load).toHaveBeenLastCalledWith({}, { api, signal: expect.any(AbortSignal) });
});

test('data that is late is left out, even if the module ignores the signal; slow code does not shorten its deadline', async () => {
  jest.useFakeTimers();
  void island().open();
  await jest.advanceTimersByTimeAsync(DATA_DEADLINE * 2);
  loads[0]?.resolve(withLoad(() => new Promise(() => undefined)));
  await jest.advanceTimersByTimeAsync(DATA_DEADLINE - 1);
  expect(state().status).toBe('loading');
  await jest.advanceTimersByTimeAsync(1);
  expect(state()).toMatchObject({ status: 'live', failure: { reason: 'Error: Its data took too long' } });
});

describe('a retry', () => {
  beforeEach(() => visit(null));

  test('keeps the current content until it has settled; a visit in the meantime loads nothing', async () => {
    void island().retry();
    await island().open();
    expect(state()).toMatchObject({ status: 'retrying', attempt: 1 });
    await arrive(OF_OTHER);
    expect(state()).toMatchObject({ status: 'live', attempt: 2 });
    expect(begun()).toEqual(['page', 'live']);
  });

  test('that fails keeps the current content, and its visitor no longer waits', async () => {
    void island().retry();
    await fail();
    expect(state()).toMatchObject({ status: 'failed', attempt: 1 });
    await visit();
    expect(island().mounted(2)).toBe(false);
  });

  test('makes its visitor wait once, also when another release replaces its crash', async () => {
    void island().retry();
    await arrive(OF_OTHER);
    void island().crash(2, CRASH);
    await arrive(OF_PAGE);
    expect([island().mounted(3), island().mounted(3)]).toEqual([true, false]);
  });
});

describe('server HTML', () => {
  const adopt = (data: PostSummary[] | null = DATA) => {
    document.body.innerHTML = '<section><input value=""></section>';
    void island().adopt([...document.body.children], data);
  };

  test('is hydrated by its release’s code, with the data of its rendering', async () => {
    adopt();
    await arrive(withLoad(rejected));
    expect(state()).toMatchObject({ status: 'live', data: DATA, failure: null });
    expect(begun()).toEqual(['page']);
  });

  test('becomes live without missing data; the next visit of its page requests the data', async () => {
    adopt(null);
    await arrive(withLoad(() => Promise.resolve(DATA)));
    expect(state()).toMatchObject({ status: 'live', data: null, failure: { stage: 'data' } });
  });

  test('is replaced by another release’s complete island; its elements are kept as a fallback', async () => {
    adopt();
    await arrive(withLoad(() => Promise.resolve([]), OF_OTHER));
    expect(state()).toMatchObject({ status: 'live', data: [], rendered: [...document.body.children] });
    expect(log).not.toHaveBeenCalled();
  });

  const arriveAfterInput = () => {
    Object.assign(document.querySelector('input') ?? {}, { value: 'Ольга' });
    return arrive(OF_OTHER);
  };
  const crashAndFail = async () => {
    await arrive();
    void island().crash(1, CRASH);
    await fail();
  };
  test.each<readonly [string, string, () => Promise<void>]>([
    ['no release has the code', 'Error: 404', fail],
    ['another release has no data', 'Error: offline', () => arrive(withLoad(rejected, OF_OTHER))],
    ['another release would replace a visitor’s input', 'a visitor uses it', arriveAfterInput],
    ['its code crashed and no other release is left', 'Error: render', crashAndFail],
  ])('stays when %s', async (_, reason, load) => {
    adopt();
    await load();
    expect(state()).toMatchObject({ status: 'failed', failure: { stage: 'hydrate' } });
    expect(log).toHaveBeenLastCalledWith('hydrate', reason);
  });
});

describe('a crash', () => {
  const sendBeacon = jest.fn<(path: string, body: string) => void>();
  Object.assign(navigator, { sendBeacon });
  beforeEach(() => visit({ ...OF_PAGE, version: 'crashing' }));

  test('during mounting is reported, and the next release replaces it; a visitor’s retry skips no release', async () => {
    void island().crash(1, CRASH);
    expect(state().status).toBe('retrying');
    await arrive(OF_OTHER);
    expect(state()).toMatchObject({ status: 'live', loaded: OF_OTHER, attempt: 2 });
    expect(requested).toHaveBeenLastCalledWith('live', ['crashing']);
    const report = { remote: 'blog', version: 'crashing', kind: 'crashed', island: 'blog/Teaser' };
    expect(sendBeacon.mock.calls).toEqual([['/-/reports', JSON.stringify(report)]]);
    void island().crash(2, CRASH);
    expect(requested).toHaveBeenLastCalledWith('live', ['crashing', 'other']);
    await fail();
    expect(state().status).toBe('failed');
    void island().retry();
    expect(requested).toHaveBeenLastCalledWith('live', []);
  });

  test('after mounting is not replaced, because the island may have a visitor’s input', async () => {
    island().mounted(1);
    await island().crash(1, CRASH);
    expect(state()).toMatchObject({ status: 'failed', failure: { stage: 'render' } });
    expect(begun()).toEqual(['page']);
  });
});

const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;

test.each<readonly [string, boolean, () => Promise<unknown>]>([
  ['nothing', false, () => Promise.resolve()],
  ['a text', true, () => userEvent.type(find('[name=name]'), '!')],
  ['a longer text', true, () => userEvent.type(find('textarea'), '!')],
  ['a tick', true, () => userEvent.click(find('[name=agreed]'))],
  ['a choice', true, () => userEvent.selectOptions(find('[name=first]'), 'SMM')],
  ['a cleared choice', true, () => userEvent.selectOptions(find('[name=given]'), '')],
])('after a change of %s, a visitor has interacted: %s; with the focus always', async (_, has, change) => {
  document.body.innerHTML = `
    <form>
      <a href="/">Посилання</a>
      <input name="name" value="Ольга">
      <input type="checkbox" name="agreed" checked>
      <textarea>Вітаю</textarea>
      <select name="first"><option value="">Оберіть</option><option>SMM</option></select>
      <select name="given"><option value="">Оберіть</option><option selected>SMM</option></select>
    </form>
    <button>Далі</button>`;
  await change();
  find('button').focus();
  expect(hasUserInteraction([...document.forms])).toBe(has);
  find('a').focus();
  expect(hasUserInteraction([...document.forms])).toBe(true);
});
