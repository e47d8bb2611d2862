import { setTimeout as pause } from 'node:timers/promises';

/** What a page says that lacks something, and is good for one visitor only. */
const FOR_ONE_VISITOR = /\b(?:private|no-store)\b/;

/**
 * Whether a page comes with all of its data, within some milliseconds: from then on the shell has it in its cache. On a
 * busy machine the data may miss their deadline, and the page would be seen without them.
 */
export async function comesWhole(url: string, within: number, signal: AbortSignal): Promise<boolean> {
  const end = Date.now() + within;
  for (;;) {
    const response = await fetch(url, { signal });
    await response.arrayBuffer();
    if (response.ok && !FOR_ONE_VISITOR.test(response.headers.get('cache-control') ?? '')) return true;
    if (Date.now() > end) return false;
    await pause(100, undefined, { signal });
  }
}
