import { setTimeout as pause } from 'node:timers/promises';
import { shell } from '@vidlunnia/remote-kit/environment/topology';
import type { Child } from '@vidlunnia/remote-kit/process/child';
import { say } from '@vidlunnia/remote-kit/process/say';

/** Milliseconds until a package that has ended is started again; doubled each time that it ends soon after. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;

interface Watched {
  readonly children: ReadonlyMap<string, Pick<Child, 'name' | 'ended'>>;
  restart(folder: string): Promise<void>;
}

interface Means {
  readonly tell: (line: string) => void;
  /** Rejects when it is interrupted. */
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * Starts every package again that ends unasked; until `interrupted`. Only without the shell there is no site: then its
 * promise rejects.
 */
export function watch(
  stack: Watched,
  interrupted: AbortSignal,
  by: Means = { tell: say, wait: (ms) => pause(ms, undefined, { signal: interrupted }) },
): Promise<void>[] {
  return [...stack.children.keys()].map((folder) => keepUp(folder, stack, interrupted, by));
}

async function keepUp(
  folder: string,
  stack: Watched,
  interrupted: AbortSignal,
  { tell, wait }: Means,
): Promise<void> {
  const isOver = () => interrupted.aborted;
  for (let ms = FIRST_WAIT; ; ms = Math.min(2 * ms, LONGEST_WAIT)) {
    const started = Date.now();
    const how = await stack.children.get(folder)?.ended;
    if (isOver()) return;
    if (folder === shell.folder)
      throw new Error(
        `${folder} has ended (${String(how)}), and no page can be served without it; the rest is stopped`,
      );
    if (Date.now() - started > LONGEST_WAIT) ms = FIRST_WAIT;
    tell(
      `${folder} has ended (${String(how)}); the site goes on as well as it can without it, and starts it again in ${String(ms / 1_000)} s`,
    );
    await wait(ms).catch(() => undefined);
    if (isOver()) return;
    // One that ends before it is ready is heard of above.
    await stack.restart(folder).catch(() => undefined);
  }
}
