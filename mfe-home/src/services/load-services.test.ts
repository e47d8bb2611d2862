import { expect, jest, test } from '@jest/globals';
import type { Api } from '@vidlunnia/shared/contracts';
import { services } from '../test-samples';
import { loadServices } from './load-services';

const unexpected = () => Promise.reject(new Error('This call is not expected.'));

const apiWith = (answer: Api['services']): Api => ({
  services: answer,
  posts: unexpected,
  post: unexpected,
  apply: unexpected,
  contact: unexpected,
});

test('the services are asked of the API, and the call can be called off', async () => {
  const { signal } = new AbortController();
  const ask = jest.fn<Api['services']>(() => Promise.resolve([...services]));
  await expect(loadServices({}, { api: apiWith(ask), signal })).resolves.toEqual(services);
  expect(ask).toHaveBeenCalledWith({ signal });
});

test('a failure is left to the caller', async () => {
  const { signal } = new AbortController();
  const failure = new Error('down');
  await expect(loadServices({}, { api: apiWith(() => Promise.reject(failure)), signal })).rejects.toBe(
    failure,
  );
});
