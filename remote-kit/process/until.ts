import { setTimeout as pause } from 'node:timers/promises';

interface Waiting {
  /** Milliseconds. */
  readonly deadline: number;
  /** Milliseconds between two questions: each takes one or two of the processor, which what starts wants too. */
  readonly interval?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves when nothing stands in the way any more: `obstacle` says what does, or `null`. Rejects past the deadline with
 * what it said last, and when `signal` is aborted.
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
      const problem = await problemAt(url, signal);
      return problem === null ? null : `${url} gives no good answer: ${problem}`;
    },
    { deadline, signal },
  );

const problemAt = (url: string, signal: AbortSignal | undefined) =>
  fetch(url, { signal: AbortSignal.any([AbortSignal.timeout(5_000), ...(signal ? [signal] : [])]) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok ? null : `status ${String(response.status)}`;
    },
    (error: unknown) => (error instanceof Error ? reasonOf(error) : String(error)),
  );

const reasonOf = ({ message, cause }: Error) =>
  cause instanceof Error ? `${message}: ${cause.message}` : message;
