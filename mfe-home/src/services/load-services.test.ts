import { expect, jest, test } from '@jest/globals';
import type { Api } from '@vidlunnia/contracts';
import { sampleApi, sampleServices } from '../testing/samples';
import { loadServices } from './load-services';

const { signal } = new AbortController();

test('services are loaded from the API, by a request that can be aborted', async () => {
  const services = jest.fn<Api['services']>().mockResolvedValue([...sampleServices]);
  expect(await loadServices({}, { api: sampleApi({ services }), signal })).toEqual(sampleServices);
  expect(services.mock.calls).toEqual([[{ signal }]]);
});

test('a failed request rejects with its own error', async () => {
  const error = new Error('503');
  const api = sampleApi({ services: () => Promise.reject(error) });
  await expect(loadServices({}, { api, signal })).rejects.toBe(error);
});
