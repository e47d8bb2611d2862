import axios, { AxiosError, isAxiosError, isCancel } from 'axios';
import type { Api, CallOptions, PostsOptions, Problem, SubmitOptions } from '@vidlunnia/contracts';
import {
  checkedHome,
  checkedPost,
  checkedPosts,
  checkedServices,
  WrongAnswer,
} from '@vidlunnia/contracts/answers';

/** A call to the API without a usable response; `cause` has the transport's error. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
}

/** The API responded with an error status. */
export class HttpError extends ApiError {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    /** The response's problem details (RFC 9457), if any. */
    readonly problem: Problem | null,
    options?: ErrorOptions,
  ) {
    super(`The API responded with ${String(status)}${problem ? `: ${problem.title}` : ''}`, options);
  }
}

/** No response: the connection failed, was rejected, or broke. */
export class NetworkError extends ApiError {
  override readonly name = 'NetworkError';
}

/** No response within the call's deadline. */
export class TimeoutError extends ApiError {
  override readonly name = 'TimeoutError';
}

/** The caller's signal ended the call. */
export class AbortedError extends ApiError {
  override readonly name = 'AbortedError';
}

/** For a read; afterwards the page continues without its data. */
const READ_TIMEOUT_MS = 8_000;
/** For a submission; longer, because the visitor waits for its result. */
const SUBMIT_TIMEOUT_MS = 15_000;
/** For a token; short, because a form is accepted without one. */
const TOKEN_TIMEOUT_MS = 1_000;

export interface ApiClientOptions {
  /** Prefix of the API's paths: `/api` in the browser, an absolute URL on a server. */
  readonly baseUrl: string;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the requests of a process without network. */
  readonly fetch?: typeof fetch;
  /** Called with each invalid part of a response, which is dropped. */
  readonly log?: (message: string) => void;
}

/**
 * The site's only HTTP client (specification, section 7). Every method rejects with an `ApiError`, also for an invalid
 * response. A list keeps its valid items.
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
    // Without JSON, the response is from a proxy or a captive portal, whatever the status.
    transitional: { silentJSONParsing: false, clarifyTimeoutError: true },
  });

  const get = (path: string, { signal, ...params }: PostsOptions = {}) =>
    http.get<unknown>(path, { timeout: READ_TIMEOUT_MS, params, ...(signal && { signal }) });

  /** A page's sections are loaded at the same time, so they share a response. */
  let home: ReturnType<typeof get> | null = null;
  const getHome = (options?: CallOptions) =>
    (home ??= get('/home', options).finally(() => {
      home = null;
    }));

  const read = <Data>(response: ReturnType<typeof get>, check: (answer: unknown) => Data): Promise<Data> =>
    response.then(({ data }) => check(data)).catch(rethrow);

  const submit = (path: string, body: object, { idempotencyKey, ...options }: SubmitOptions) =>
    http
      .post(path, body, {
        timeout: SUBMIT_TIMEOUT_MS,
        headers: { 'Idempotency-Key': idempotencyKey },
        ...options,
      })
      .then(() => undefined)
      .catch(rethrow);

  return {
    home: (section, options) => read(getHome(options), (answer) => checkedHome(answer, section)),
    services: (options) => read(get('/services', options), (answer) => checkedServices(answer, log)),
    posts: (options) => read(get('/blog', options), (answer) => checkedPosts(answer, log)),
    post: (id, options) => read(get(`/blog/${encodeURIComponent(id)}`, options), checkedPost),
    formToken: (options) =>
      http
        .get<{ readonly token: string }>('/form-token', { timeout: TOKEN_TIMEOUT_MS, ...options })
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
  if (isCancel(cause)) throw new AbortedError('The caller aborted the call', { cause });
  if (!isAxiosError<unknown>(cause)) throw new ApiError('The call failed', { cause });
  if (cause.response) {
    const { status, data } = cause.response;
    if (status < 400) throw new ApiError('The response is not JSON', { cause });
    throw new HttpError(status, isProblem(data) ? data : null, { cause });
  }
  if (cause.code === AxiosError.ECONNABORTED || cause.code === AxiosError.ETIMEDOUT) {
    throw new TimeoutError('The API did not respond in time', { cause });
  }
  throw new NetworkError('The API could not be reached', { cause });
}

const isProblem = (data: unknown): data is Problem =>
  typeof data === 'object' && data !== null && 'title' in data && 'status' in data;
