import { startChild, type Child, type ChildOptions } from '../process/child';
import { secondsSince, type Progress } from '../process/progress';

type Program = Omit<ChildOptions, 'name' | 'onLine'>;

interface Options {
  /** How many may run at a time. */
  readonly limit: number;
  readonly programOf: (folder: string) => Program;
  readonly progress: Progress;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Builds packages in processes of their own, some at a time. Rejects with the first failure, and when `signal` is
 * aborted, once no build runs any more.
 */
export async function buildSideBySide(
  folders: readonly string[],
  { limit, programOf, progress, signal }: Options,
): Promise<void> {
  const failed = new AbortController();
  const ended = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]);
  const waiting = [...folders];
  const running = new Map<Child, number>();

  const build = async (folder: string) => {
    progress.say(`Building ${folder}…`);
    const child = startChild({ ...programOf(folder), name: folder, onLine: progress.say });
    running.set(child, Date.now());
    const how = await child.ended;
    running.delete(child);
    ended.throwIfAborted();
    if (how !== 'code 0') throw new Error(`${folder} could not be built (${how}); the reason stands above`);
  };
  const work = async () => {
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      ended.throwIfAborted();
      await build(folder).catch((error: unknown) => {
        failed.abort(error);
        throw error;
      });
    }
  };
  const moving = () => {
    const built = folders.length - waiting.length - running.size;
    const parts = [...running].map(([{ name }, since]) => `${name} (${secondsSince(since)})`);
    return `Building ${parts.join(', ')}; ${String(built)} of ${String(folders.length)} done`;
  };

  ended.addEventListener('abort', () => {
    for (const child of running.keys()) void child.stop();
  });
  const all = Promise.allSettled(Array.from({ length: Math.min(limit, folders.length) }, work));
  await progress.during(moving, all);
  ended.throwIfAborted();
}
