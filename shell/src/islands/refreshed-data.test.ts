import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { PostSummary, RemoteModule } from '@vidlunnia/contracts';
import { deferred, fakeApi, fakeLoader } from '../../testing/islands';
import { DATA_MAX_AGE } from '../starter/page-start';
import { IslandStore } from './island-store';

const ID = 'blog/Teaser';
const post = (id: string): PostSummary => ({
  id,
  title: id,
  excerpt: '',
  category: '',
  image_url: '',
  created_at: '2026-11-17T10:00:00.000Z',
  author: '',
});

const load = jest.fn<NonNullable<RemoteModule<typeof ID>['load']>>();
const loadToken = jest.fn<() => Promise<string>>();
const log = jest.fn();
let now: number;
let store: IslandStore;

beforeEach(() => {
  jest.resetAllMocks();
  now = 1_000;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  const { loader } = fakeLoader({
    [ID]: () => Promise.resolve({ default: () => null, load }),
    'forms/ContactForm': () => Promise.resolve({ default: () => null, load: loadToken }),
  });
  store = new IslandStore({ loader, api: fakeApi(), dataDeadline: 5_000, log });
  load.mockImplementation(() => Promise.resolve([post('1')]));
});
afterEach(() => {
  jest.restoreAllMocks();
});

const state = () => store.state(ID, {});
const open = async () => {
  await store.open(ID, {});
  await state().attempt.arrival;
};
const refresh = () => store.refresh(ID, {});

test('data are asked for anew when they are old, and are new props of the same attempt', async () => {
  await open();
  const { attempt } = state();
  load.mockResolvedValue([post('2')]);
  now += DATA_MAX_AGE - 1;
  await refresh();
  expect(load).toHaveBeenCalledTimes(1);
  now += 1;
  await refresh();
  expect(state()).toMatchObject({ attempt, arrival: { data: [post('2')] } });
  expect(state().attempt).toBe(attempt);
});

test('data that are what they were change nothing', async () => {
  await open();
  const before = state();
  now += DATA_MAX_AGE;
  await refresh();
  expect(load).toHaveBeenCalledTimes(2);
  expect(state()).toBe(before);
});

test('what cannot be had stays in silence, and is asked for at the next call', async () => {
  await open();
  const before = state();
  load.mockRejectedValueOnce(new Error('offline'));
  now += DATA_MAX_AGE;
  await refresh();
  expect(state()).toBe(before);
  expect(log).not.toHaveBeenCalled();
  load.mockResolvedValue([post('2')]);
  await refresh();
  expect(state().arrival?.data).toEqual([post('2')]);
});

test('data that did not come are asked for at once', async () => {
  load.mockRejectedValueOnce(new Error('offline'));
  await open();
  await refresh();
  expect(state().arrival).toMatchObject({ data: [post('1')], failure: null });
});

test('two calls ask once', async () => {
  await open();
  now += DATA_MAX_AGE;
  await Promise.all([refresh(), refresh()]);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a visit of the page shows what is there, then what is new', async () => {
  await open();
  const news = deferred<readonly PostSummary[]>();
  load.mockReturnValueOnce(news.promise);
  now += DATA_MAX_AGE;
  const visit = open();
  expect(state().arrival?.data).toEqual([post('1')]);
  news.resolve([post('2')]);
  await visit;
  expect(state().arrival?.data).toEqual([post('2')]);
});

test('a form’s token is not content: it stays', async () => {
  loadToken.mockResolvedValue('1.token');
  await store.open('forms/ContactForm', {});
  await store.state('forms/ContactForm', {}).attempt.arrival;
  now += DATA_MAX_AGE;
  await store.refresh('forms/ContactForm', {});
  expect(loadToken).toHaveBeenCalledTimes(1);
});
