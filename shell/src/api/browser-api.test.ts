import { beforeEach, expect, jest, test } from '@jest/globals';
import type { Api } from '@vidlunnia/contracts';
import type { ApiClientOptions } from '@vidlunnia/http';
import { createBrowserApi } from './browser-api';

const services = jest.fn<Api['services']>();
const mockCreateApiClient = jest.fn<(options: ApiClientOptions) => Partial<Api>>();
jest.mock('@vidlunnia/http', () => ({
  createApiClient: (options: ApiClientOptions) => mockCreateApiClient(options),
}));

beforeEach(() => {
  jest.resetAllMocks();
  mockCreateApiClient.mockReturnValue({ services });
});

test('the HTTP client is loaded once, with the first call, for the site’s own origin', async () => {
  const api = createBrowserApi();
  expect(mockCreateApiClient).not.toHaveBeenCalled();
  const options = { signal: new AbortController().signal };
  await Promise.all([api.services(options), api.services()]);
  expect(services.mock.calls).toEqual([[options], [undefined]]);
  expect(mockCreateApiClient.mock.calls).toEqual([[{ baseUrl: '/api' }]]);
});
