import { setTimeout as pause } from 'node:timers/promises';
import { nameOf } from '../process/errors';
import { cacheControlOf, type ObjectStore } from './release-target';
import { reasonOf } from './site';

/** Responses that may be others a moment later (RFC 9110, section 15.6; RFC 6585, section 4). */
const PASSING = [429, 502, 503, 504];
const ATTEMPTS = 3;

/** What a server responded. */
export interface Answer {
  readonly status: number;
  readonly tag: string | null;
  readonly bytes: Buffer;
}

/** How kinds of servers differ. */
export interface Dialect {
  /** Address below which the objects lie, without a slash at its end, and how messages call it. */
  readonly address: string;
  readonly place: string;
  /** The request with the caller's rights. */
  readonly authorize: (url: string, request: RequestInit) => Request | Promise<Request>;
  /** Whether a response to GET or DELETE says that there is no such object. */
  readonly isMissing: (answer: Answer) => boolean;
  /** Whether the response to PUT says that its condition does not hold. */
  readonly isUnmet: (answer: Answer) => boolean;
  /** Why a request was refused, and what to check. */
  readonly explain: (answer: Answer) => string;
}

/** Milliseconds: for one request, and before it is sent again, times the number of attempts. */
export interface Times {
  readonly timeout?: number;
  readonly backoff?: number;
}

/** A server that takes PUT, GET and DELETE below an address, such as nginx with WebDAV. */
export const httpStore = (address: string, token: string | undefined, times?: Times): ObjectStore =>
  requestStore(
    {
      ...{ address, place: address },
      authorize: (url, request) => {
        const headers = new Headers(request.headers);
        if (token) headers.set('authorization', `Bearer ${token}`);
        return new Request(url, { ...request, headers });
      },
      isMissing: ({ status }) => status === 404,
      isUnmet: ({ status }) => status === 412,
      explain: ({ status }) => {
        const isForbidden = status === 401 || status === 403;
        const advice = isForbidden ? 'set RELEASE_TOKEN to a token that it accepts' : 'its own log says why';
        return `the server responds with ${String(status)}; ${advice}`;
      },
    },
    times,
  );

/** Objects that requests read, write and remove. */
export function requestStore(
  { address, place, authorize, isMissing, isUnmet, explain }: Dialect,
  { timeout = 30_000, backoff = 300 }: Times = {},
): ObjectStore {
  const send = async (method: string, name: string, init: RequestInit = {}): Promise<Answer> => {
    for (let attempt = 1; ; attempt += 1) {
      const signal = AbortSignal.timeout(timeout);
      const request = await authorize(`${address}/${name}`, { ...init, method, signal, redirect: 'manual' });
      try {
        const response = await fetch(request);
        const bytes = Buffer.from(await response.arrayBuffer());
        const tag = response.headers.get('etag');
        const { status } = response;
        if (attempt === ATTEMPTS || !PASSING.includes(status))
          return { status, bytes, tag: tag?.startsWith('"') ? tag : null };
      } catch (cause) {
        if (attempt === ATTEMPTS) {
          const reason =
            nameOf(cause) === 'TimeoutError'
              ? `no response in ${String(timeout / 1000)} s`
              : `the server cannot be reached (${reasonOf(cause)})`;
          throw new Error(`${method} ${place}/${name}: ${reason}`, { cause });
        }
      }
      await pause(backoff * attempt);
    }
  };
  /** The response; `null` if it is one that the caller expects; rejects with every other than a success. */
  const request = async (
    method: string,
    name: string,
    isExpected: (answer: Answer) => boolean,
    init?: RequestInit,
  ) => {
    const answer = await send(method, name, init);
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (isExpected(answer)) return null;
    throw new Error(`${method} ${place}/${name}: ${explain(answer)}`);
  };

  return {
    get: (name) => request('GET', name, isMissing, { headers: { 'cache-control': 'no-cache' } }),
    put: async (name, content, condition) => {
      const headers = {
        // Some servers keep it with the object; fetch would send one of its own.
        'cache-control': cacheControlOf(name),
        ...(condition && (condition.tag === null ? { 'if-none-match': '*' } : { 'if-match': condition.tag })),
      };
      const isExpected = condition ? isUnmet : () => false;
      const body = new Uint8Array(content);
      return (await request('PUT', name, isExpected, { headers, body })) !== null;
    },
    remove: async (name) => {
      await request('DELETE', name, isMissing);
    },
  };
}
