/** Milliseconds for which the same is not written again. */
const QUIET = 60_000;
/** What is remembered at most; then the oldest gives way. */
const MOST = 200;

/** Writes what happened: `times` more in the last `seconds`, or now, when they are 0. */
type Write = (times: number, seconds: number) => void;

interface Repeated {
  /** How often since it was written. */
  times: number;
  /** When it was written, in milliseconds since 1970. */
  since: number;
  write: Write;
  readonly timer: NodeJS.Timeout;
}

/** Says the same once, and then at most once a minute how often it has happened since. */
export function createRepeats(most = MOST) {
  const known = new Map<string, Repeated>();

  /** Whether there was something to say. */
  const tell = (repeated: Repeated): boolean => {
    const { times, since, write } = repeated;
    if (times === 0) return false;
    Object.assign(repeated, { times: 0, since: Date.now() });
    write(times, Math.round((Date.now() - since) / 1000));
    return true;
  };
  const forget = (key: string, repeated: Repeated) => {
    clearInterval(repeated.timer);
    known.delete(key);
    tell(repeated);
  };

  return {
    /** `key` names what is the same. */
    add: (key: string, write: Write): void => {
      const before = known.get(key);
      if (before) {
        before.times++;
        before.write = write;
        return;
      }
      write(0, 0);
      for (const [oldest, repeated] of known) {
        if (known.size < most) break;
        forget(oldest, repeated);
      }
      const timer = setInterval(() => {
        if (!tell(repeated)) forget(key, repeated);
      }, QUIET);
      const repeated: Repeated = { times: 0, since: Date.now(), write, timer: timer.unref() };
      known.set(key, repeated);
    },
    /** Says what was not said yet. */
    end: (): void => {
      for (const [key, repeated] of known) forget(key, repeated);
    },
  };
}

export type Repeats = ReturnType<typeof createRepeats>;
