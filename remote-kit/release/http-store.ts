import { setTimeout as pause } from 'node:timers/promises';
import { nameOf, reasonOf } from '../process/errors';
import { cacheControlOf } from './cache-control';
import type { ObjectStore } from './release-target';

/** Milliseconds for one request. */
const TIMEOUT = 30_000;
/** Responses that may be others a moment later (RFC 9110, section 15.6; RFC 6585, section 4). */
const PASSING = [429, 502, 503, 504];
const ATTEMPTS = 3;
const BACKOFF = 300;

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
  /** Whether the response to GET says that there is no such object. */
  readonly isMissing: (answer: Answer) => boolean;
  /** Whether the response to PUT says that its condition does not hold. */
  readonly isUnmet: (answer: Answer) => boolean;
  /** Why a request was refused, and what to do about it. */
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
      explain: ({ status }) => `the server responds with ${String(status)}${adviceOn(status, token)}`,
    },
    times,
  );

/** Objects that requests read, write and remove. */
export function requestStore(
  { address, place, authorize, isMissing, isUnmet, explain }: Dialect,
  { timeout = TIMEOUT, backoff = BACKOFF }: Times = {},
): ObjectStore {
  const send = async (method: string, name: string, init: RequestInit): Promise<Answer> => {
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
      } catch (error) {
        if (attempt === ATTEMPTS)
          throw new Error(
            nameOf(error) === 'TimeoutError'
              ? `${method} ${place}/${name}: no response in ${String(timeout / 1000)} s, ${String(ATTEMPTS)} times`
              : `${method} ${place}/${name}: the server cannot be reached (${reasonOf(error)})`,
            { cause: error },
          );
      }
      await pause(backoff * attempt);
    }
  };
  const refused = (method: string, name: string, answer: Answer) =>
    new Error(`${method} ${place}/${name}: ${explain(answer)}`);

  return {
    get: async (name) => {
      const answer = await send('GET', name, { headers: { 'cache-control': 'no-cache' } });
      if (answer.status === 200) return answer;
      if (isMissing(answer)) return null;
      throw refused('GET', name, answer);
    },
    put: async (name, content, condition) => {
      const headers = {
        // Some servers keep it with the object; fetch would send one of its own.
        'cache-control': cacheControlOf(name),
        ...(condition && (condition.tag === null ? { 'if-none-match': '*' } : { 'if-match': condition.tag })),
      };
      const answer = await send('PUT', name, { headers, body: new Uint8Array(content) });
      if (isFine(answer)) return true;
      if (condition && isUnmet(answer)) return false;
      throw refused('PUT', name, answer);
    },
    remove: async (name) => {
      const answer = await send('DELETE', name, {});
      if (!isFine(answer) && !isMissing(answer)) throw refused('DELETE', name, answer);
    },
  };
}

const isFine = ({ status }: Answer) => status >= 200 && status < 300;

function adviceOn(status: number, token: string | undefined): string {
  if (status === 401 || status === 403) {
    return token
      ? '; it does not accept RELEASE_TOKEN for that'
      : '; set RELEASE_TOKEN to a token that it accepts';
  }
  if (status >= 300 && status < 400) return '; set RELEASE_TARGET to the address that it leads to';
  return ADVICE[status] ?? '; its own log says why';
}

const ADVICE: Readonly<Record<number, string>> = {
  404: ': there is no such place; make it, or set RELEASE_TARGET to another',
  405: ': it does not take that method there',
  409: ': the folder is missing; nginx makes it with create_full_put_path on',
  413: ': the file is too large for it; nginx takes more with client_max_body_size',
  500: '; its disk may be full, its own log says why',
  507: ': its disk is full',
};
