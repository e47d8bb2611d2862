import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { bakeryPages } from '../../testing/bakery/pages';
import { deferred, type Deferred } from '../../testing/islands';
import type { LoadedModule } from '../remotes/release-set';
import { IslandStore } from './lifecycle';

const DATA = ['Rye'];
const LOADED: LoadedModule = { module: { default: () => null }, version: 'aaaaaaaaaaaa' };
const DATA_DEADLINE = 5_000;

const log = jest.fn();
let loads: Deferred<LoadedModule>[];
const api = {};
let store: IslandStore;

beforeEach(() => {
  loads = [];
  jest.resetAllMocks();
  jest.useRealTimers();
  store = new IslandStore(bakeryPages, {
    load: () => {
      const loading = deferred<LoadedModule>();
      loads.push(loading);
      return loading.promise;
    },
    api,
    dataDeadline: DATA_DEADLINE,
    note: (id, stage, error) => {
      log(stage, String(error));
      return { id, stage, reason: String(error) };
    },
  });
});

const island = () => store.island('news/Latest', {});
const state = () => island().state.get();
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const arrive = async (loaded = LOADED) => {
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
const withLoad = (load: () => Promise<unknown>): LoadedModule => ({
  ...LOADED,
  module: { ...LOADED.module, load },
});
/** Visits the island's page; its code is loaded, or fails to load. */
const visit = async (loaded?: LoadedModule | null) => {
  void island().open();
  await (loaded === null ? fail() : arrive(loaded));
};

test('a visit of its page loads an island once, also on repeated visits', async () => {
  expect(state().status).toBe('waiting');
  void island().open();
  void island().open();
  expect(state().status).toBe('loading');
  await arrive();
  expect(state()).toMatchObject({ status: 'live', loaded: LOADED, data: null, failure: null });
  await island().open();
  expect(loads).toHaveLength(1);
});

test('a visit of its page loads a failed island again', async () => {
  await visit(null);
  expect(state()).toMatchObject({ status: 'failed', failure: { stage: 'load', reason: 'Error: 404' } });
  expect(log.mock.calls).toEqual([['load', 'Error: 404']]);
  await visit();
  expect(state()).toMatchObject({ status: 'live', failure: null });
});

test.each([
  ['is rejected', rejected],
  ['throws', throwing],
])('data that %s is left out, and requested again on the next visit', async (_, lost) => {
  const load = jest.fn<(...given: unknown[]) => Promise<unknown>>(() => Promise.resolve(DATA));
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

  test('keeps the current content until it has settled; a visit or press in the meantime loads nothing', async () => {
    void island().retry();
    await island().retry();
    await island().open();
    expect(state()).toMatchObject({ status: 'retrying', attempt: 0 });
    expect(loads).toHaveLength(2);
    await arrive();
    expect(state()).toMatchObject({ status: 'live', attempt: 1 });
    // Its visitor waited once.
    expect([island().mounted(), island().mounted()]).toEqual([true, false]);
  });

  test('that fails keeps the current content, and its visitor no longer waits', async () => {
    void island().retry();
    await fail();
    expect(state()).toMatchObject({ status: 'failed', attempt: 0 });
    await visit();
    expect(island().mounted()).toBe(false);
  });
});

describe('server HTML', () => {
  const adopt = (data: unknown = DATA) => {
    document.body.innerHTML = '<section><input value=""></section>';
    void island().adopt([...document.body.children], data);
  };

  test('is hydrated with the data of its rendering', async () => {
    adopt();
    await arrive(withLoad(rejected));
    expect(state()).toMatchObject({ status: 'live', data: DATA, failure: null });
  });

  test('becomes live without missing data; the next visit of its page requests the data', async () => {
    adopt(null);
    await arrive(withLoad(() => Promise.resolve(DATA)));
    expect(state()).toMatchObject({ status: 'live', data: null, failure: { stage: 'data' } });
    await visit(withLoad(() => Promise.resolve(DATA)));
    expect(state()).toMatchObject({ data: DATA, failure: null });
  });

  test('stays when its code cannot be loaded', async () => {
    adopt();
    await fail();
    expect(state()).toMatchObject({ status: 'failed', rendered: [...document.body.children] });
    expect(log.mock.calls).toEqual([['load', 'Error: 404']]);
  });
});

test('a crash is reported; a visitor’s retry loads the island again', async () => {
  const sendBeacon = jest.fn<(path: string, body: string) => void>();
  Object.assign(navigator, { sendBeacon });
  await visit();
  island().crash(new Error('render'));
  expect(state()).toMatchObject({ status: 'failed', failure: { stage: 'render', reason: 'Error: render' } });
  await settle();
  const report = { remote: 'news', version: 'aaaaaaaaaaaa', kind: 'crashed', island: 'news/Latest' };
  expect(sendBeacon.mock.calls).toEqual([['/-/reports', JSON.stringify(report)]]);
  void island().retry();
  await arrive();
  expect(state()).toMatchObject({ status: 'live', attempt: 2 });
});
