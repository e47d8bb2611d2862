import axios, { isAxiosError } from 'axios';
import type { Api, CallOptions, PostsOptions, Source, SubmitOptions } from '@vidlunnia/contracts';
import { checkedHome, checkedPost, checkedPosts, checkedServices } from '@vidlunnia/contracts/answers';

/** A call to the API without a usable response; `cause` says why. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** Status of the response; `undefined` without one. */
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super('The API gave no usable response', options);
  }
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
  /** Returns where the visit came from, which every submission says. */
  readonly source?: () => Source | undefined;
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
  source,
  log = warn,
}: ApiClientOptions): Required<Api> {
  const http = axios.create({
    baseURL: baseUrl,
    headers,
    responseType: 'json',
    ...(fetch && { adapter: 'fetch', env: { fetch } }),
    // Without JSON, the response is from a proxy or a captive portal, whatever the status.
    transitional: { silentJSONParsing: false },
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
      .post(
        path,
        { ...body, source: source?.() },
        {
          timeout: SUBMIT_TIMEOUT_MS,
          headers: { 'Idempotency-Key': idempotencyKey },
          ...options,
        },
      )
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
  throw new ApiError(isAxiosError(cause) ? cause.response?.status : undefined, { cause });
}
