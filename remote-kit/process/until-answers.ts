import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two questions: each takes one or two of the processor, which what starts wants too. */
const INTERVAL = 75;

/**
 * Resolves when `url` answers with success. Rejects after `deadline` milliseconds with what stood in the way last, and
 * when `signal` is aborted.
 */
export async function untilAnswers(url: string, deadline: number, signal?: AbortSignal): Promise<void> {
  const end = Date.now() + deadline;
  for (;;) {
    const obstacle = await ask(url, signal);
    if (obstacle === null) return;
    signal?.throwIfAborted();
    if (Date.now() > end)
      throw new Error(`${url} gave no good answer in ${String(deadline / 1000)} s: ${obstacle}`);
    await pause(INTERVAL);
  }
}

const ask = (url: string, signal: AbortSignal | undefined) =>
  fetch(url, { signal: AbortSignal.any([AbortSignal.timeout(5_000), ...(signal ? [signal] : [])]) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok ? null : `status ${String(response.status)}`;
    },
    (error: unknown) => (error instanceof Error ? reasonOf(error) : String(error)),
  );

const reasonOf = ({ message, cause }: Error) =>
  cause instanceof Error ? `${message}: ${cause.message}` : message;
