/**
 * Reads a file in a folder of a team's origin. Rejects when the file is missing, too long or cut off. The message lacks
 * the address, because rejections are public.
 */
export const readOrigin = (folder: string, name: string, limitBytes: number, timeoutMs: number) => {
  const signal = AbortSignal.timeout(timeoutMs);
  return bodyOf(fetch(`${folder}/${name}`, { signal, redirect: 'error' }), name, limitBytes);
};

/** The body of an origin's response. Rejects like `readOrigin`. */
export async function bodyOf(
  requested: Promise<Response>,
  name: string,
  limitBytes: number,
): Promise<Buffer> {
  const response = await requested.catch((cause: unknown) => {
    throw new Error(`${name} could not be reached`, { cause });
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${name} answered ${String(response.status)}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      if (length > limitBytes) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new Error(`${name} broke off`, { cause });
  }
  if (length > limitBytes) throw new Error(`${name} is longer than ${String(limitBytes)} bytes`);
  return Buffer.concat(chunks);
}
