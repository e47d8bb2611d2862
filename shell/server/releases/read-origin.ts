import { buffer } from 'node:stream/consumers';
import type { ReleaseRejected } from './release-rejected';

interface Reading {
  /** Origin with the file's path. */
  readonly url: string;
  /** The file's name in a rejection: addresses of the network behind are nobody's business. */
  readonly name: string;
  /** Bytes that are read at most. */
  readonly limit: number;
  /** Milliseconds for the whole file. */
  readonly timeout: number;
  readonly reject: (reason: string, cause?: unknown) => ReleaseRejected;
}

/** Reads a file of a team's origin, chunk by chunk. Throws a rejection when it is not there, too long, or breaks off. */
export async function* readOrigin({
  url,
  name,
  limit,
  timeout,
  reject,
}: Reading): AsyncGenerator<Uint8Array> {
  const signal = AbortSignal.timeout(timeout);
  const response = await fetch(url, { signal, redirect: 'error' }).catch((cause: unknown) => {
    throw reject(`${name} could not be reached`, cause);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw reject(`${name} answered ${String(response.status)}`);
  }
  if (!response.body) return;
  let length = 0;
  try {
    for await (const chunk of response.body) {
      length += chunk.length;
      if (length > limit) break;
      yield chunk;
    }
  } catch (cause) {
    throw reject(`${name} broke off`, cause);
  }
  if (length > limit) throw reject(`${name} is longer than ${String(limit)} bytes`);
}

/** Reads a small file whole. */
export const readOriginWhole = (reading: Reading): Promise<Buffer> => buffer(readOrigin(reading));
