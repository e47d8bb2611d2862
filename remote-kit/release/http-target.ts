import { setTimeout as pause } from 'node:timers/promises';
import { nameOf, reasonOf } from '@vidlunnia/settings/errors';
import { cacheControlOf, type ReleaseTarget } from './release-target';

/** Status codes that may pass (RFC 9110, section 15.6; RFC 6585, section 4). */
const PASSING = [429, 502, 503, 504];
const ATTEMPTS = 3;
/** Written only by servers without conditions, since its condition never holds; empty. */
const PROBE = '.conditions';
const NEVER = { 'if-match': '"never"' };
/** Attempts of a change when other changes are first. */
const CHANGES = 30;
/** Milliseconds, at most, before the next attempt. */
const CHANGE_PAUSE = 100;

/** A server's response. */
export interface Answer {
  readonly status: number;
  /** Its strong entity tag (RFC 9110, section 8.8.3), which differs after every change; `null` when there is none. */
  readonly tag: string | null;
  readonly bytes: Buffer;
}

/** The differences between kinds of servers. */
interface Dialect {
  /** Address of the objects, without a trailing slash; used in messages too. */
  readonly address: string;
  readonly place: string;
  /** The request with the caller's credentials. */
  readonly authorize: (url: string, request: RequestInit) => Request | Promise<Request>;
  /** Whether the response to a GET or DELETE means that there is no such object. */
  readonly isMissing: (answer: Answer) => boolean;
  /** Whether the response to a PUT means that its condition does not hold. */
  readonly isUnmet: (answer: Answer) => boolean;
  /** Why a request was rejected, and what to check. */
  readonly explain: (answer: Answer) => string;
}

/** Milliseconds. */
export interface Times {
  /** For one request. */
  readonly timeout?: number;
  /** Pause before a request is sent again, multiplied by the number of attempts. */
  readonly backoff?: number;
  /** Pause before checking on a server without conditions that a write was kept. */
  readonly settling?: number;
}

/** A server with PUT, GET and DELETE below an address, such as nginx with WebDAV. */
export const httpTarget = (address: string, token: string | undefined, times?: Times): ReleaseTarget =>
  serverTarget(
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

/**
 * Objects that are read, written and removed by requests. A change is conditional: the object must not have changed
 * since it was read.
 */
export function serverTarget(
  dialect: Dialect,
  { timeout = 30_000, backoff = 300, settling = 1_000 }: Times = {},
): ReleaseTarget {
  const { place, isMissing, isUnmet, explain } = dialect;
  /** The response; `null` for an expected failure; rejects with any other failure. */
  const request = async (
    method: string,
    name: string,
    isExpected: (answer: Answer) => boolean,
    init: RequestInit = {},
  ) => {
    const answer = await send(dialect, name, { ...init, method }, { timeout, backoff });
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (isExpected(answer)) return null;
    throw new Error(`${method} ${place}/${name}: ${explain(answer)}`);
  };
  const get = (name: string) => request('GET', name, isMissing, { headers: { 'cache-control': 'no-cache' } });
  /** Resolves to whether the condition held. */
  const put = async (name: string, bytes: Uint8Array, condition?: Readonly<Record<string, string>>) => {
    // Some servers store it with the object; fetch would send its own.
    const headers = { 'cache-control': cacheControlOf(name), ...condition };
    const isExpected = condition ? isUnmet : () => false;
    return (await request('PUT', name, isExpected, { headers, body: new Uint8Array(bytes) })) !== null;
  };
  let ignoresConditions: boolean | undefined;
  return {
    read: async (name) => (await get(name))?.bytes ?? null,
    write: async (name, bytes) => {
      await put(name, bytes);
    },
    remove: async (name) => {
      await request('DELETE', name, isMissing);
    },
    update: async (name, change) => {
      for (let attempt = 0; attempt < CHANGES; attempt += 1) {
        const found = await get(name);
        const next = await change(found?.bytes ?? null);
        if (next === null) return;
        ignoresConditions ??= await put(PROBE, Buffer.alloc(0), NEVER);
        const condition = unchanged(found);
        const isWritten = await put(name, next, condition);
        if (ignoresConditions || !condition) await pause(settling);
        else if (!isWritten) await pause(Math.random() * CHANGE_PAUSE);
      }
      throw new Error(`${name} at ${place} was overtaken by other changes again and again; release again`);
    },
  };
}

/** The condition that an object has not changed; none if its server has no tags. */
function unchanged(found: Answer | null) {
  if (!found) return { 'if-none-match': '*' };
  return found.tag === null ? undefined : { 'if-match': found.tag };
}

/** The response to a request, which is repeated when the server is unreachable or busy. */
async function send(
  { address, place, authorize }: Dialect,
  name: string,
  init: RequestInit,
  { timeout, backoff }: Required<Omit<Times, 'settling'>>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const signal = AbortSignal.timeout(timeout);
    const request = await authorize(`${address}/${name}`, { ...init, signal, redirect: 'manual' });
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
        throw new Error(`${request.method} ${place}/${name}: ${reason}`, { cause });
      }
    }
    await pause(backoff * attempt);
  }
}
