import { setTimeout as pause } from 'node:timers/promises';
import { nameOf, reasonOf } from '../process/errors';
import { cacheControlOf, type ReleaseTarget } from './release-target';

/** Responses that may be others a moment later (RFC 9110, section 15.6; RFC 6585, section 4). */
const PASSING = [429, 502, 503, 504];
const ATTEMPTS = 3;
/** An empty object that only servers without conditions have: they write it although its condition never holds. */
const PROBE = '.conditions';
const NEVER = { 'if-match': '"never"' };
/** Changes that are made again when others were first. */
const CHANGES = 30;
/** Milliseconds, at most, before the next of them. */
const CHANGE_PAUSE = 100;

/** What a server responded. */
export interface Answer {
  readonly status: number;
  /** Its strong entity tag (RFC 9110, section 8.8.3), which a change changes; `null` when there is none. */
  readonly tag: string | null;
  readonly bytes: Buffer;
}

/** How kinds of servers differ. */
interface Dialect {
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

/** Milliseconds. */
export interface Times {
  /** For one request. */
  readonly timeout?: number;
  /** Before a request is sent again, times the number of attempts. */
  readonly backoff?: number;
  /** After which a server without conditions is asked whether a write is still there. */
  readonly settling?: number;
}

/** A server that takes PUT, GET and DELETE below an address, such as nginx with WebDAV. */
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

/** Objects that requests read, write and remove. An object is changed under the condition that it is as it was read. */
export function serverTarget(
  dialect: Dialect,
  { timeout = 30_000, backoff = 300, settling = 1_000 }: Times = {},
): ReleaseTarget {
  const { place, isMissing, isUnmet, explain } = dialect;
  /** The response; `null` if it is one that the caller expects; rejects with every other than a success. */
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
    // Some servers keep it with the object; fetch would send one of its own.
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

/** The condition that an object is still as it was read; none where its server gives no tags. */
function unchanged(found: Answer | null) {
  if (!found) return { 'if-none-match': '*' };
  return found.tag === null ? undefined : { 'if-match': found.tag };
}

/** The response to a request, which is sent again when the server cannot be reached or is busy. */
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
