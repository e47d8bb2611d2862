import axios, { AxiosError, isAxiosError, isCancel } from 'axios';
import type { Api, PostsOptions, Problem, SubmitOptions } from '@vidlunnia/contracts';
import { checkedPost, checkedPosts, checkedServices, WrongAnswer } from '@vidlunnia/contracts/answers';
import { AbortedError, ApiError, HttpError, NetworkError, TimeoutError } from './errors.ts';

/** Milliseconds for a read; then the page goes on without it. */
const READ_TIMEOUT = 8_000;
/** Milliseconds for a submission; longer, because the visitor chose to wait for it. */
const SUBMIT_TIMEOUT = 15_000;
/** Milliseconds for a form's token; short, because a form can be sent without one. */
const TOKEN_TIMEOUT = 1_000;

export interface ApiClientOptions {
  /** Origin and path in front of the API's own paths: `/api` in the browser, an absolute URL on a server. */
  readonly baseUrl: string;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the requests in a process without network. */
  readonly fetch?: typeof fetch;
  /** Called when a part of a response is invalid and left out. */
  readonly log?: (message: string) => void;
}

/**
 * The only HTTP client of the site (specification, section 7). Every method rejects with an `ApiError`, also when the
 * response is invalid; a list keeps its valid items.
 */
export function createApiClient({
  baseUrl,
  headers = {},
  fetch,
  log = warn,
}: ApiClientOptions): Required<Api> {
  const http = axios.create({
    baseURL: baseUrl,
    headers,
    responseType: 'json',
    ...(fetch && { adapter: 'fetch', env: { fetch } }),
    // A response that is not JSON is not from the API, whatever its status: it is from a proxy or a captive portal.
    transitional: { silentJSONParsing: false, clarifyTimeoutError: true },
  });

  const read = <Data>(
    path: string,
    check: (answer: unknown) => Data,
    { signal, ...params }: PostsOptions = {},
  ): Promise<Data> =>
    http
      .get<unknown>(path, { timeout: READ_TIMEOUT, params, ...(signal && { signal }) })
      .then((response) => check(response.data))
      .catch(rethrow);

  const submit = (path: string, body: object, { idempotencyKey, signal }: SubmitOptions) =>
    http
      .post(path, body, {
        timeout: SUBMIT_TIMEOUT,
        headers: { 'Idempotency-Key': idempotencyKey },
        ...(signal && { signal }),
      })
      .then(() => undefined)
      .catch(rethrow);

  return {
    services: (options) => read('/services', (answer) => checkedServices(answer, log), options),
    posts: (options) => read('/blog', (answer) => checkedPosts(answer, log), options),
    post: (id, options) => read(`/blog/${encodeURIComponent(id)}`, checkedPost, options),
    formToken: ({ signal } = {}) =>
      http
        .get<{ readonly token: string }>('/form-token', { timeout: TOKEN_TIMEOUT, ...(signal && { signal }) })
        .then(({ data }) => data.token)
        .catch(rethrow),
    apply: (application, options) => submit('/jobs/apply', application, options),
    contact: (message, options) => submit('/contact', message, options),
  };
}

const warn = (message: string) => {
  console.warn(message);
};

function rethrow(cause: unknown): never {
  if (cause instanceof WrongAnswer) throw new ApiError(cause.message, { cause });
  if (isCancel(cause)) throw new AbortedError('The call was ended by its caller', { cause });
  if (!isAxiosError<unknown>(cause)) throw new ApiError('The call could not be made', { cause });
  if (cause.response) {
    const { status, data } = cause.response;
    if (status < 400) throw new ApiError('The answer is not JSON', { cause });
    throw new HttpError(status, isProblem(data) ? data : null, { cause });
  }
  if (cause.code === AxiosError.ECONNABORTED || cause.code === AxiosError.ETIMEDOUT) {
    throw new TimeoutError('The API did not answer in time', { cause });
  }
  throw new NetworkError('The API could not be reached', { cause });
}

const isProblem = (data: unknown): data is Problem =>
  typeof data === 'object' && data !== null && 'title' in data && 'status' in data;
