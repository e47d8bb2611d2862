import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, messageOf, nameOf } from '../process/errors';
import { cacheControlOf } from './cache-control';
import type { ObjectStore } from './object-store';

/** Milliseconds for one request. */
const TIMEOUT = 30_000;
/** Responses that may be others a moment later (RFC 9110, section 15.6; RFC 6585, section 4). */
const PASSING = [429, 502, 503, 504];
const ATTEMPTS = 3;
const BACKOFF = 300;

interface Options {
  /** Sent with every request as a bearer token (RFC 6750). */
  readonly token: string | undefined;
  /** Milliseconds for one request. */
  readonly timeout?: number;
  /** Milliseconds before a request is sent again, times the number of attempts. */
  readonly backoff?: number;
}

interface Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A server that takes PUT, GET and DELETE below an address, such as nginx with WebDAV. Conditions hold where the
 * server knows entity tags; nginx does not for PUT.
 */
export function httpStore(
  address: string,
  { token, timeout = TIMEOUT, backoff = BACKOFF }: Options,
): ObjectStore {
  const send = async (name: string, { method, body, headers }: Request) => {
    const what = `${method} ${address}/${name}`;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await fetch(`${address}/${name}`, {
          method,
          ...(body && { body }),
          headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
          redirect: 'manual',
          signal: AbortSignal.timeout(timeout),
        });
        const bytes = Buffer.from(await response.arrayBuffer());
        if (attempt === ATTEMPTS || !PASSING.includes(response.status)) return { what, response, bytes };
      } catch (error) {
        if (attempt === ATTEMPTS) throw new Error(`${what}: ${reasonOf(error, timeout)}`, { cause: error });
      }
      await pause(backoff * attempt);
    }
  };

  return {
    get: async (name) => {
      const headers = { 'cache-control': 'no-cache' };
      const { what, response, bytes } = await send(name, { method: 'GET', headers });
      if (response.status === 404) return null;
      if (response.status !== 200) throw refused(what, response, token);
      const tag = response.headers.get('etag');
      return { bytes, tag: tag?.startsWith('"') ? tag : null };
    },
    put: async (name, content, condition) => {
      const headers = {
        // Some servers keep it with the object; fetch would send one of its own.
        'cache-control': cacheControlOf(name),
        ...(condition && (condition.tag === null ? { 'if-none-match': '*' } : { 'if-match': condition.tag })),
      };
      const body = new Uint8Array(content);
      const { what, response } = await send(name, { method: 'PUT', body, headers });
      if (response.ok) return true;
      if (condition && response.status === 412) return false;
      throw refused(what, response, token);
    },
    remove: async (name) => {
      const { what, response } = await send(name, { method: 'DELETE' });
      if (!response.ok && response.status !== 404) throw refused(what, response, token);
    },
  };
}

function refused(what: string, { status }: Response, token: string | undefined): Error {
  return new Error(`${what}: the server responds with ${String(status)}${adviceOn(status, token)}`);
}

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

function reasonOf(error: unknown, timeout: number): string {
  if (nameOf(error) === 'TimeoutError') {
    return `no response in ${String(timeout / 1000)} s, ${String(ATTEMPTS)} times`;
  }
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
  return `the server cannot be reached (${codeOf(cause) ?? messageOf(error)})`;
}
