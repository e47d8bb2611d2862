import { afterEach, describe, expect, jest, test } from '@jest/globals';
import axios, { AxiosError } from 'axios';
import type { Api, ContactMessage, JobApplication } from '@vidlunnia/contracts';
import { GOLDEN_HOME, GOLDEN_POST, GOLDEN_POSTS, GOLDEN_SERVICES } from '@vidlunnia/contracts/golden';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/settings/testing/local-server';
import { ApiError, createApiClient } from './api-client.ts';

const PERSON = { name: 'Олена', email: 'olena@example.com', phone: '+380 67 000 00 00' };
const APPLICATION: JobApplication = { ...PERSON, city: 'Вінниця', position: 'SMM-менеджер', resume_text: '' };
const MESSAGE: ContactMessage = { ...PERSON, message: 'Гукаю', service_type: 'smm' };
const KEY = { idempotencyKey: 'b7d6' };

type Call = (api: Required<Api>, options?: { readonly signal: AbortSignal }) => Promise<unknown>;
/** One call of each kind with its deadline, because calls of a kind differ only in path and data. */
const CALLS: readonly (readonly [string, number, Call])[] = [
  ['a read', 8_000, (api, options) => api.services(options)],
  ['a submission', 15_000, (api, options) => api.contact(MESSAGE, { ...KEY, ...options })],
];

const serve = (status: number, body: string) =>
  startLocalServer((_, response) => response.writeHead(status).end(body));
const clientOf = ({ origin }: { readonly origin: string }, log = jest.fn()) =>
  createApiClient({ baseUrl: `${origin}/api`, headers: { 'X-Request-Id': 'r1' }, log });

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a call (specification, section 7)', () => {
  test.each<[string, Call, string, unknown, unknown?]>([
    ['services', (api) => api.services(), 'services', GOLDEN_SERVICES],
    ['a section of the home page', (api) => api.home('team'), 'home', GOLDEN_HOME, GOLDEN_HOME.team],
    ['posts', (api) => api.posts(), 'blog', GOLDEN_POSTS],
    ['the first posts', (api) => api.posts({ limit: 3 }), 'blog?limit=3', GOLDEN_POSTS],
    ['post', (api) => api.post('а/б?в=1'), 'blog/%D0%B0%2F%D0%B1%3F%D0%B2%3D1', GOLDEN_POST],
    ['a form’s token', (api) => api.formToken(), 'form-token', { token: '1.abc' }, '1.abc'],
  ])(
    '%s: is a GET with the client’s headers, and returns the response',
    async (_, call, path, said, returned = said) => {
      const server = await serve(200, JSON.stringify(said));
      expect(await call(clientOf(server))).toEqual(returned);
      const request = { method: 'GET', url: `/api/${path}`, body: '', headers: { 'x-request-id': 'r1' } };
      expect(server.received).toMatchObject([request]);
    },
  );

  test('concurrent loads of home page sections share a response', async () => {
    const server = await serve(200, JSON.stringify(GOLDEN_HOME));
    const api = clientOf(server);
    const { hero, team } = GOLDEN_HOME;
    expect(await Promise.all([api.home('hero'), api.home('team')])).toEqual([hero, team]);
    expect(server.received).toHaveLength(1);
    expect(await api.home('hero')).toEqual(hero);
    expect(server.received).toHaveLength(2);
  });

  test.each<[string, Call, string, object]>([
    ['apply', (api) => api.apply(APPLICATION, KEY), '/api/jobs/apply', APPLICATION],
    ['contact', (api) => api.contact(MESSAGE, KEY), '/api/contact', MESSAGE],
  ])('%s: is a POST of its payload with its key', async (_, call, url, body) => {
    const server = await serve(201, '{"id":1}');
    await call(clientOf(server));
    const headers = { 'x-request-id': 'r1', 'idempotency-key': 'b7d6', 'content-type': 'application/json' };
    expect(server.received).toMatchObject([{ method: 'POST', url, headers }]);
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(body);
  });
});

describe.each(CALLS)('%s rejects with ApiError', (_, deadline, call) => {
  test.each([
    ['its problem', 422, '{"type":"about:blank","title":"Unprocessable Content","status":422}'],
    ['a page of HTML', 502, '<h1>Bad Gateway</h1>'],
  ])('and the status when the API rejects with %s', async (_, status, body) => {
    const error = { name: 'ApiError', status, cause: expect.any(AxiosError) };
    await expect(call(clientOf(await serve(status, body)))).rejects.toMatchObject(error);
  });

  test('when nothing listens', async () => {
    const api = clientOf({ origin: unreachableOrigin });
    const cause = { code: 'ECONNREFUSED' };
    await expect(call(api)).rejects.toMatchObject({ name: 'ApiError', status: undefined, cause });
  });

  test('past its deadline', async () => {
    const deadlines: unknown[] = [];
    const create = axios.create.bind(axios);
    jest.spyOn(axios, 'create').mockImplementation((config) => {
      const http = create(config);
      http.interceptors.request.use((request) => {
        deadlines.push(request.timeout);
        return { ...request, timeout: 30 };
      });
      return http;
    });
    const api = clientOf(await startLocalServer(() => undefined));
    await expect(call(api)).rejects.toMatchObject({ cause: { message: 'timeout of 30ms exceeded' } });
    expect(deadlines).toEqual([deadline]);
  });

  test('when its signal is aborted; afterwards it is not sent', async () => {
    const caller = new AbortController();
    const { signal } = caller;
    const server = await startLocalServer(() => {
      caller.abort();
    });
    for (let time = 0; time < 2; time += 1)
      await expect(call(clientOf(server), { signal })).rejects.toMatchObject({
        cause: { message: 'canceled' },
      });
    expect(server.received).toHaveLength(1);
  });
});

test.each<[string, Call, string]>([
  // For example, a captive portal's page.
  ['no list of posts', (api) => api.posts(), 'null'],
  ['no JSON', (api) => api.posts(), '<h1>Wi-Fi</h1>'],
  ['services without a valid one', (api) => api.services(), '[{}]'],
  ['half a post', (api) => api.post('1'), '{"id":"1"}'],
  ['a section with an invalid entry', (api) => api.home('team'), '{"team":{"lead":"","people":[{}]}}'],
])('a response that is %s is rejected', async (_, call, answer) => {
  await expect(call(clientOf(await serve(200, answer)))).rejects.toBeInstanceOf(ApiError);
});

test('a list drops only an invalid item and logs it', async () => {
  const log = jest.fn();
  const [first, second] = GOLDEN_SERVICES;
  const server = await serve(200, JSON.stringify([{ ...first, features: null }, second]));
  expect(await clientOf(server, log).services()).toEqual([second]);
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^The API’s services, no. 1, is left out: /)]]);
});
