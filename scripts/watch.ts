import { setTimeout as pause } from 'node:timers/promises';
import { shell } from '@vidlunnia/settings/topology';
import { say } from '@vidlunnia/remote-kit/process/task';
import type { Stack } from './stack';

/** Milliseconds until a package that has ended is restarted; doubled whenever it ends soon after. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

/**
 * Restarts packages that end by themselves, until `signal` is aborted. Rejects when the shell ends: without it there is
 * no site.
 */
export async function watch(
  folder: string,
  stack: Pick<Stack, 'children' | 'restart'>,
  signal: AbortSignal,
  wait: (ms: number) => Promise<unknown> = (ms) => pause(ms, undefined, { signal }),
): Promise<void> {
  const isOver = () => signal.aborted;
  for (let ms = FIRST_WAIT; ; ms = Math.min(2 * ms, LONGEST_WAIT)) {
    const started = Date.now();
    const how = String(await stack.children.get(folder)?.ended);
    if (isOver()) return;
    if (folder === shell.folder)
      throw new Error(
        `${folder} has ended (${how}), and no page can be served without it; the rest is stopped`,
      );
    if (Date.now() - started > LONGEST_WAIT) ms = FIRST_WAIT;
    say(
      `${folder} has ended (${how}); the site goes on as well as it can without it, and starts it again in ${String(ms / 1_000)} s`,
    );
    await wait(ms).catch(() => undefined);
    if (isOver()) return;
    // A package that ends before it is ready is reported above.
    await stack.restart(folder).catch(() => undefined);
  }
}
