/** Milliseconds between two looks at whether npm is still there. */
const INTERVAL = 500;

/**
 * A signal that is aborted when this task has to end: by Ctrl-C, by SIGTERM, by its terminal's end. npm passes a signal
 * on to the shell between it and the task, and that may die of it in silence: then the task is an orphan.
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
