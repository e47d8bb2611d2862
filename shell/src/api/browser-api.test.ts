import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Api, ContactMessage, JobApplication } from '@vidlunnia/contracts';
import type { ApiClientOptions } from '@vidlunnia/http';
import { createBrowserApi } from './browser-api';

const APPLICATION: JobApplication = { name: 'О', email: 'o@b', phone: '1', city: 'В', position: 'SMM' };
const MESSAGE: ContactMessage = { name: 'І', email: 'i@b', phone: '1', message: 'Гукаю' };
const KEY = { idempotencyKey: 'k' };
const OPTIONS = { signal: new AbortController().signal };

const mockCreateApiClient = jest.fn<(options: ApiClientOptions) => Required<Api>>();
jest.mock('@vidlunnia/http', () => ({
  createApiClient: (options: ApiClientOptions) => mockCreateApiClient(options),
}));

const client = {
  services: jest.fn<Api['services']>(),
  posts: jest.fn<Api['posts']>(),
  post: jest.fn<Api['post']>(),
  formToken: jest.fn<Required<Api>['formToken']>(),
  apply: jest.fn<Api['apply']>(),
  contact: jest.fn<Api['contact']>(),
};

beforeEach(() => {
  jest.resetAllMocks();
  mockCreateApiClient.mockReturnValue(client);
});

describe('a call', () => {
  test.each<readonly [keyof Api, (api: Api) => Promise<unknown>, readonly unknown[]]>([
    ['services', (api) => api.services(OPTIONS), [OPTIONS]],
    ['posts', (api) => api.posts(OPTIONS), [OPTIONS]],
    ['post', (api) => api.post('1', OPTIONS), ['1', OPTIONS]],
    ['formToken', (api) => api.formToken?.(OPTIONS) ?? Promise.reject(new Error('none')), [OPTIONS]],
    ['apply', (api) => api.apply(APPLICATION, KEY), [APPLICATION, KEY]],
    ['contact', (api) => api.contact(MESSAGE, KEY), [MESSAGE, KEY]],
  ])('of %s is handed on as it is, to the site’s own origin', async (name, call, parameters) => {
    await call(createBrowserApi());
    expect(client[name].mock.calls).toEqual([parameters]);
    expect(mockCreateApiClient.mock.calls).toEqual([[{ baseUrl: '/api' }]]);
  });

  test('that the client rejects is rejected with the same error', async () => {
    const error = new Error('422');
    client.contact.mockRejectedValue(error);
    await expect(createBrowserApi().contact(MESSAGE, KEY)).rejects.toBe(error);
  });
});

describe('the HTTP client', () => {
  test('is not made before the first call', () => {
    createBrowserApi();
    expect(mockCreateApiClient).not.toHaveBeenCalled();
  });

  test('is made once for all calls, also for simultaneous ones', async () => {
    const api = createBrowserApi();
    await Promise.all([api.services(), api.posts()]);
    await api.post('1');
    expect(mockCreateApiClient).toHaveBeenCalledTimes(1);
  });

  test('that did not arrive fails its call, and is asked for again by the next', async () => {
    mockCreateApiClient.mockImplementationOnce(() => {
      throw new Error('chunk');
    });
    const api = createBrowserApi();
    await expect(api.services()).rejects.toThrow('chunk');
    await api.services();
    expect(client.services).toHaveBeenCalledTimes(1);
  });
});
