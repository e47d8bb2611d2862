import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { RemoteModule, Service } from '@vidlunnia/shared/contracts';
import { deferred, fakeApi, fakeLoader } from '../../testing/parts';
import { hydrationAttempt } from './hydration-attempt';

type Services = RemoteModule<'home/Services'>;
const DATA: readonly Service[] = [{ title: 'SMM', description: '', icon_url: '', features: [] }];
const MODULE: Services = { default: () => null, load: () => Promise.reject(new Error('Data are there')) };

const log = jest.fn();
const unhandled = jest.fn();
beforeEach(() => {
  jest.resetAllMocks();
  process.on('unhandledRejection', unhandled);
});
afterEach(async () => {
  await tick();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

const tick = () => new Promise((resolve) => setTimeout(resolve, 0));
const begin = (
  load: () => Promise<Services>,
  ready: Promise<unknown> = Promise.resolve(),
  data: typeof DATA | null = DATA,
) => {
  const { loader, asked } = fakeLoader({ 'home/Services': load });
  const context = { loader, api: fakeApi(), dataDeadline: 1, log };
  const attempt = hydrationAttempt('home/Services', { data, nodes: [], ready }, context);
  const settled = jest.fn();
  attempt.module.then(settled, settled);
  return { attempt, settled, plans: () => asked.mock.calls.map(([, plan]) => plan) };
};

test('the data of the page are there at once, and are not loaded again', async () => {
  const { attempt } = begin(() => Promise.resolve(MODULE));
  expect(attempt.data).toMatchObject({ status: 'fulfilled', value: DATA });
  expect([await attempt.data, await attempt.failure]).toEqual([DATA, null]);
  expect(await attempt.module).toBe(MODULE);
  expect(attempt).toMatchObject({ number: 0, plan: 'hydration', retried: false });
});

test('data that the server could not get count as not arrived: the next visit of the page asks for them', async () => {
  const module = { ...MODULE, load: () => Promise.resolve(DATA) };
  const { attempt } = begin(() => Promise.resolve(module), undefined, null);
  expect(await attempt.failure).toMatchObject({ stage: 'data' });
  expect(await attempt.data).toBeNull();
});

test('the code is asked for when the part may become live, and not before', async () => {
  const ready = deferred<undefined>();
  const { plans } = begin(() => Promise.resolve(MODULE), ready.promise);
  await tick();
  expect(plans()).toEqual([]);
  ready.resolve(undefined);
  await tick();
  expect(plans()).toEqual(['hydration']);
});

test('code that never comes leaves the part waiting, which keeps its HTML', async () => {
  const { attempt, settled } = begin(() => Promise.reject(new Error('404')));
  expect(await attempt.failure).toEqual({ stage: 'module', error: new Error('404') });
  await tick();
  expect(settled).not.toHaveBeenCalled();
});
