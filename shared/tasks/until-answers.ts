import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between two questions. */
const INTERVAL = 100;

/** Resolves when `url` answers with success. Rejects after `deadline` milliseconds with what stood in the way last. */
export async function untilAnswers(url: string, deadline: number): Promise<void> {
  const end = Date.now() + deadline;
  for (;;) {
    const obstacle = await ask(url);
    if (obstacle === null) return;
    if (Date.now() > end)
      throw new Error(`${url} gave no good answer in ${String(deadline / 1000)} s: ${obstacle}`);
    await pause(INTERVAL);
  }
}

const ask = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok ? null : `status ${String(response.status)}`;
    },
    (error: unknown) => (error instanceof Error ? reasonOf(error) : String(error)),
  );

const reasonOf = ({ message, cause }: Error) =>
  cause instanceof Error ? `${message}: ${cause.message}` : message;
