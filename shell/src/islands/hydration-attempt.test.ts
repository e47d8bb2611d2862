import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { RemoteModule, Service } from '@vidlunnia/shared/contracts';
import { fakeApi, fakeLoader } from '../../testing/islands';
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
const begin = (load: () => Promise<Services>, data: typeof DATA | null = DATA) => {
  const { loader, asked } = fakeLoader({ 'home/Services': load });
  const context = { loader, api: fakeApi(), dataDeadline: 1, log };
  const attempt = hydrationAttempt('home/Services', { data, nodes: [] }, context);
  return { attempt, plans: () => asked.mock.calls.map(([, plan]) => plan) };
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
  const { attempt } = begin(() => Promise.resolve(module), null);
  expect(await attempt.failure).toMatchObject({ stage: 'data' });
  expect(await attempt.data).toBeNull();
});

test('the code is that of the release that rendered the island, once', () => {
  expect(begin(() => Promise.resolve(MODULE)).plans()).toEqual(['hydration']);
});

test('code that never comes is what did not arrive, and no rejection that nobody handles', async () => {
  const { attempt } = begin(() => Promise.reject(new Error('404')));
  expect(await attempt.failure).toEqual({ stage: 'module', error: new Error('404') });
});
