import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long a reader asks the server to wait; shorter than proxies' timeouts. */
const HOLD_SECONDS = 10;
/** Longest that a server holds a request. */
const MAX_HOLD_SECONDS = 30;
/** Requests that a server holds at a time; it answers others at once. */
const MAX_HELD = 100;

/** Response headers that say: the server holds a request that repeats the `ETag`. */
export const HOLDS = { 'Preference-Applied': 'wait' } as const;

export const etagOf = (bytes: Buffer | string): string =>
  `"${createHash('sha256').update(bytes).digest('base64url')}"`;

/**
 * The requests that a server holds until something changes, as they prefer (`Prefer: wait=<seconds>`, RFC 7240, section
 * 4.3).
 */
export function createHeldRequests() {
  const held = new Set<() => void>();
  return {
    count: () => held.size,
    /** Ends the waits of all requests: after a change, and when the server stops. */
    release: (): void => {
      for (const end of held) end();
    },
    /**
     * Resolves after the next change, after the preferred time, or when the client leaves. `null` when the request must
     * not be held. Called before the server reads what may change, so that no change is missed.
     */
    nextChange: ({ headers }: IncomingMessage, response: ServerResponse): Promise<void> | null => {
      const seconds = Number(/\bwait=(\d+)/.exec(String(headers['prefer']))?.[1] ?? 0);
      if (seconds === 0 || held.size >= MAX_HELD) return null;
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(late);
          held.delete(end);
          resolve();
        };
        const late = setTimeout(end, Math.min(seconds, MAX_HOLD_SECONDS) * 1_000);
        held.add(end);
        // Also ends the wait of a request that was answered at once.
        response.once('close', end);
      });
    },
  };
}

/** Kept, because in older versions of Node garbage collection may take a timeout inside `AbortSignal.any` away. */
const timeouts = new Set<AbortSignal>();

interface ReaderOptions<Value> {
  readonly url: string;
  /** For a response that is not held. */
  readonly timeoutMs: number;
  /** Reads a response, also a failed one. */
  readonly read: (response: Promise<Response>) => Promise<Value>;
  /** Called after a held request has brought a response with another `ETag`. */
  readonly onChange?: () => unknown;
  /** Aborts a held request. */
  readonly ended?: AbortSignal;
}

/**
 * Returns a function that resolves to the current value at an address. If the server holds requests, calls get the last
 * value without waiting, and a request is held in the background. Otherwise, each call makes a request. If a held request
 * fails, for example at a proxy, callers do not notice; the next call makes a plain one.
 */
export function createHeldReader<Value>({ url, timeoutMs, read, onChange, ended }: ReaderOptions<Value>) {
  let last: { readonly etag: string; readonly value: Value } | null = null;
  let pending: Promise<Value> | null = null;
  const request = async (): Promise<Value> => {
    const held = last;
    const timeout = AbortSignal.timeout(timeoutMs + (held ? HOLD_SECONDS * 1_000 : 0));
    timeouts.add(timeout);
    try {
      const response = fetch(url, {
        headers: { Prefer: `wait=${String(HOLD_SECONDS)}`, ...(held && { 'If-None-Match': held.etag }) },
        signal: held && ended ? AbortSignal.any([timeout, ended]) : timeout,
        redirect: 'error',
      });
      const { status, headers } = await response.catch(() => new Response());
      if (held && status === 304) return held.value;
      const value = await read(response);
      // A proxy that compresses makes it weak.
      const etag = headers.get('etag')?.replace(/^W\//, '');
      last = etag !== undefined && headers.has('preference-applied') ? { etag, value } : null;
      if (held && etag !== held.etag) onChange?.();
      return value;
    } catch (error) {
      last = null;
      throw error;
    } finally {
      timeouts.delete(timeout);
      pending = null;
    }
  };
  return (): Promise<Value> => {
    pending ??= request();
    if (!last) return pending;
    pending.catch(() => undefined);
    return Promise.resolve(last.value);
  };
}
