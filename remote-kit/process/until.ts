import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '@vidlunnia/settings/errors';

interface Waiting {
  /** Milliseconds. */
  readonly deadline: number;
  /** Milliseconds between two checks: each takes one or two of processor time, which the starting process needs too. */
  readonly interval?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves when `obstacle` returns `null`; otherwise it returns why to go on waiting. Rejects past the deadline with
 * the last obstacle, and when `signal` is aborted.
 */
export async function until(
  obstacle: () => Promise<string | null>,
  { deadline, interval = 75, signal }: Waiting,
): Promise<void> {
  const end = Date.now() + deadline;
  for (let reason = await obstacle(); reason !== null; reason = await obstacle()) {
    signal?.throwIfAborted();
    if (Date.now() > end) throw new Error(`After ${String(deadline / 1000)} s, ${reason}`);
    await pause(interval);
  }
}

/** Resolves when `url` answers with success; rejects as `until` does. */
export const untilAnswers = (url: string, deadline: number, signal?: AbortSignal): Promise<void> =>
  until(
    async () => {
      try {
        const response = await fetch(url, {
          signal: AbortSignal.any([AbortSignal.timeout(5_000), ...(signal ? [signal] : [])]),
        });
        await response.arrayBuffer();
        return response.ok ? null : `${url} gives no good answer: status ${String(response.status)}`;
      } catch (error) {
        return `${url} gives no good answer: ${reasonOf(error)}`;
      }
    },
    { deadline, signal },
  );
