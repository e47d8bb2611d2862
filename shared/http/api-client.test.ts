import { afterEach, describe, expect, jest, test } from '@jest/globals';
import axios, { AxiosError } from 'axios';
import type { Api, ContactMessage, JobApplication } from '@vidlunnia/contracts';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
import { createApiClient } from './api-client.ts';
import { AbortedError, ApiError, HttpError, NetworkError, TimeoutError } from './errors.ts';

const APPLICATION: JobApplication = {
  name: 'Олена Мельник',
  email: 'olena@example.com',
  phone: '+380 67 000 00 00',
  city: 'Вінниця',
  position: 'SMM-менеджер',
  resume_text: '',
};
const MESSAGE: ContactMessage = {
  name: 'Ігор',
  email: 'ihor@example.com',
  phone: '+380 50 000 00 00',
  message: 'Гукаю',
  service_type: 'smm',
};
const KEY = { idempotencyKey: 'b7d6' };

const PROBLEM = { type: 'about:blank', title: 'Unprocessable Content', status: 422 };

const SUBMISSIONS: readonly (readonly [string, (api: Api) => Promise<void>, string, object])[] = [
  ['apply', (api) => api.apply(APPLICATION, KEY), '/api/jobs/apply', APPLICATION],
  ['contact', (api) => api.contact(MESSAGE, KEY), '/api/contact', MESSAGE],
];
const SERVICE = { title: 'SMM', description: '', icon_url: '/i.svg', features: ['а'], price_from: 12_500 };
const SUMMARY = {
  id: 'smm-2026',
  title: 'Про луну',
  excerpt: '',
  category: 'SMM',
  image_url: '/c.svg',
  created_at: '2026-01-15T09:30:00.000Z',
  author: 'Редакція',
};
const POST = { ...SUMMARY, content: '<p>Луна</p>', image_alt: '', description: '' };
const READS: readonly (readonly [string, (api: Api) => Promise<unknown>, string, unknown])[] = [
  ['services', (api) => api.services(), '/api/services', [SERVICE]],
  ['posts', (api) => api.posts(), '/api/blog', [SUMMARY]],
  ['the first posts', (api) => api.posts({ limit: 3 }), '/api/blog?limit=3', [SUMMARY]],
  ['post', (api) => api.post('smm-2026'), '/api/blog/smm-2026', POST],
  [
    'post with signs in its id',
    (api) => api.post('а/б?в=1#г'),
    '/api/blog/%D0%B0%2F%D0%B1%3F%D0%B2%3D1%23%D0%B3',
    POST,
  ],
];
/** One of each kind: a read's deadline differs from a submission's, and nothing else does. */
const CALLS: readonly (readonly [string, (api: Api, signal?: AbortSignal) => Promise<unknown>])[] = [
  ['a read', (api, signal) => api.services({ ...(signal && { signal }) })],
  ['a submission', (api, signal) => api.contact(MESSAGE, { ...KEY, ...(signal && { signal }) })],
];

const serve = (status: number, body: string, type = 'application/json') =>
  startLocalServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body));
const clientOf = ({ origin }: { readonly origin: string }) => createApiClient({ baseUrl: `${origin}/api` });
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('The call did not fail');
    },
    (error: unknown) => error,
  );

afterEach(() => {
  jest.restoreAllMocks();
});

test('every call has the client’s own headers', async () => {
  const server = await serve(200, '[]');
  const api = createApiClient({ baseUrl: server.origin, headers: { 'X-Request-Id': 'r1' } });
  await api.services();
  await api.contact(MESSAGE, { idempotencyKey: 'k1' });
  expect(server.received.map(({ headers }) => headers['x-request-id'])).toEqual(['r1', 'r1']);
});

describe('a call (specification, section 7)', () => {
  test.each(READS)(
    '%s: is a GET without payload, and gives what the API said',
    async (_, call, path, said) => {
      const server = await serve(200, JSON.stringify(said));
      expect(await call(clientOf(server))).toEqual(said);
      expect(server.received).toEqual([expect.objectContaining({ method: 'GET', url: path, body: '' })]);
    },
  );

  test.each(SUBMISSIONS)('%s: is a POST of its payload under its key', async (_, call, path, body) => {
    const server = await serve(201, '{"id":1}');
    await call(clientOf(server));
    const [request] = server.received;
    expect(request).toMatchObject({ method: 'POST', url: path });
    expect(request?.headers).toMatchObject({
      'idempotency-key': 'b7d6',
      'content-type': 'application/json',
    });
    expect(JSON.parse(request?.body ?? '')).toEqual(body);
  });
});

test('a form’s token is what the API gives', async () => {
  const server = await serve(200, '{"token":"1.abc"}');
  expect(await clientOf(server).formToken()).toBe('1.abc');
  expect(server.received).toEqual([expect.objectContaining({ method: 'GET', url: '/api/form-token' })]);
});

describe.each(CALLS)('%s', (_, call) => {
  test('rejects with HttpError and the problem when the API rejects', async () => {
    const error = await rejection(
      call(clientOf(await serve(422, JSON.stringify(PROBLEM), 'application/problem+json'))),
    );
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      name: 'HttpError',
      status: 422,
      problem: PROBLEM,
      message: 'The API answered 422: Unprocessable Content',
    });
    expect(error).toHaveProperty('cause', expect.any(AxiosError));
  });

  test('rejects with NetworkError when nothing listens', async () => {
    const error = await rejection(call(clientOf({ origin: await unreachableOrigin() })));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toHaveProperty('cause.code', 'ECONNREFUSED');
  });

  test('rejects with TimeoutError past its deadline', async () => {
    const deadlines = shortenDeadlines(30);
    const server = await startLocalServer(() => undefined);
    const error = await rejection(call(clientOf(server)));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toHaveProperty('cause.code', 'ETIMEDOUT');
    expect(deadlines).toHaveLength(1);
  });
});

test.each([
  ['a page of HTML', 502, '<h1>Bad Gateway</h1>', 'text/html'],
  ['JSON that is no problem', 500, '{"error":"Internal Server Error"}', 'application/json'],
])('an error answer with %s has no problem details', async (_, status, body, type) => {
  const error = await rejection(clientOf(await serve(status, body, type)).services());
  expect(error).toMatchObject({
    name: 'HttpError',
    status,
    problem: null,
    message: `The API answered ${String(status)}`,
  });
});

test('an answer that is no JSON is no data: a portal of a hotel’s network answers with its own page', async () => {
  const api = clientOf(await serve(200, '<h1>Wi-Fi</h1>', 'text/html'));
  expect(await rejection(api.posts())).toBeInstanceOf(ApiError);
});

describe('an answer that is not what the API promises', () => {
  const clientOfAnswer = async (answer: unknown) => {
    const log = jest.fn();
    const { origin } = await serve(200, JSON.stringify(answer));
    return { api: createApiClient({ baseUrl: origin, log }), log };
  };

  test('loses of a list the bad item alone, which is logged', async () => {
    const { api, log } = await clientOfAnswer([{ ...SERVICE, features: null }, SERVICE]);
    expect(await api.services()).toEqual([SERVICE]);
    expect(log.mock.calls).toEqual([
      ['The API’s services, no. 1, is left out: its features is no list of texts'],
    ]);
  });

  test.each([
    ['services', (api: Api) => api.services(), [{}]],
    ['posts', (api: Api) => api.posts(), null],
    ['post', (api: Api) => api.post('1'), { ...POST, created_at: 'вчора' }],
  ])('is no answer when nothing of the %s can be shown', async (_, call, answer) => {
    const { api } = await clientOfAnswer(answer);
    expect(await rejection(call(api))).toBeInstanceOf(ApiError);
  });
});

describe('a signal', () => {
  test.each(CALLS)('ends %s with AbortedError', async (_, call) => {
    const caller = new AbortController();
    const server = await startLocalServer(() => {
      caller.abort();
    });
    const error = await rejection(call(clientOf(server), caller.signal));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toHaveProperty('cause.code', AxiosError.ERR_CANCELED);
  });

  test('that is aborted before lets nothing be sent', async () => {
    const server = await serve(200, '[]');
    const call = clientOf(server).services({ signal: AbortSignal.abort() });
    expect(await rejection(call)).toBeInstanceOf(AbortedError);
    expect(server.received).toEqual([]);
  });
});

test('a read has 8 s, a submission 15', async () => {
  const deadlines = shortenDeadlines(5_000);
  const api = clientOf(await serve(200, '[]'));
  for (const [, call] of CALLS) await call(api);
  expect(deadlines).toEqual([8_000, 15_000]);
});

/** Lets every call end after `milliseconds`; gives the deadlines that were asked for. */
function shortenDeadlines(milliseconds: number): readonly (number | undefined)[] {
  const asked: (number | undefined)[] = [];
  const create = axios.create.bind(axios);
  jest.spyOn(axios, 'create').mockImplementation((config) => {
    const http = create(config);
    http.interceptors.request.use((request) => {
      asked.push(request.timeout);
      return { ...request, timeout: milliseconds };
    });
    return http;
  });
  return asked;
}
