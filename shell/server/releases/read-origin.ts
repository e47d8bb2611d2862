import { buffer } from 'node:stream/consumers';
import type { ReleaseRefused } from './release-refused';

interface Reading {
  /** Origin with the file's path. */
  readonly url: string;
  /** The file's name in a refusal: addresses of the network behind are nobody's business. */
  readonly name: string;
  /** Bytes that are read at most. */
  readonly limit: number;
  /** Milliseconds for the whole file. */
  readonly timeout: number;
  readonly refuse: (reason: string, cause?: unknown) => ReleaseRefused;
}

/** Reads a file of a team's origin, chunk by chunk. Throws a refusal when it is not there, too long, or breaks off. */
export async function* readOrigin({
  url,
  name,
  limit,
  timeout,
  refuse,
}: Reading): AsyncGenerator<Uint8Array> {
  const signal = AbortSignal.timeout(timeout);
  const response = await fetch(url, { signal, redirect: 'error' }).catch((cause: unknown) => {
    throw refuse(`${name} could not be reached`, cause);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw refuse(`${name} answered ${String(response.status)}`);
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
    throw refuse(`${name} broke off`, cause);
  }
  if (length > limit) throw refuse(`${name} is longer than ${String(limit)} bytes`);
}

/** Reads a small file whole. */
export const readOriginWhole = (reading: Reading): Promise<Buffer> => buffer(readOrigin(reading));
