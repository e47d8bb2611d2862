/** Milliseconds between two checks that npm still runs. */
const INTERVAL = 500;

/**
 * A signal that is aborted when this task has to end: by Ctrl-C, SIGTERM or the end of its terminal. npm passes a
 * signal to the shell between itself and the task, which may die of it without passing it on: then the task is an
 * orphan.
 */
export function interruption(self: Pick<NodeJS.Process, 'env' | 'on' | 'ppid'> = process): AbortSignal {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    self.on(name, () => {
      interrupted.abort(new Error(`Interrupted by ${name}`));
    });
  }
  const parent = self.ppid;
  if (self.env['npm_lifecycle_event'] !== undefined) {
    setInterval(() => {
      if (self.ppid !== parent) interrupted.abort(new Error('Interrupted by the end of npm'));
    }, INTERVAL).unref();
  }
  return interrupted.signal;
}
