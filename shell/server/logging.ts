import { format, types } from 'node:util';
import type { FastifyLoggerOptions, PinoLoggerOptions } from 'fastify/types/logger';

type LogMethod = NonNullable<NonNullable<PinoLoggerOptions['hooks']>['logMethod']>;
type DescribeError = NonNullable<NonNullable<FastifyLoggerOptions['serializers']>['err']>;

/** undici's `RequestAbortedError`: the client left, so the request behind it was aborted. */
const CLIENT_LEFT = 'UND_ERR_ABORTED';
/** Network and system errors; `ERR_…` are Node's own, and bugs. */
const OF_THE_SYSTEM = /^(?:E(?!RR_)[A-Z0-9_]+|UND_ERR_\w+)$/;
/** Above pino's `info`. */
const WORSE_THAN_INFO = 31;
/** Milliseconds for which the same entry is not written again. */
const QUIET = 60_000;
/** Maximum number of entries that are counted; then the oldest is dropped. */
const MOST = 200;

/**
 * Not logged as errors or warnings: visitors who leave a page. A repeated entry is written once, and then at most once
 * a minute with the number of repetitions (`times`).
 */
export const logHooks = (repeats: Repeats): { readonly logMethod: LogMethod } => ({
  logMethod(args, method, level) {
    if (level < WORSE_THAN_INFO) {
      method.apply(this, args);
      return;
    }
    const [fields, sentence] = entryOf(args);
    const error = errorIn(fields);
    if (error && 'code' in error && error.code === CLIENT_LEFT) {
      this.debug(fields, sentence);
      return;
    }
    const plain = (Object.values(fields) as unknown[]).filter((value) => !isObject(value));
    const key = [level, sentence, error, ...plain].map(String).join(' ');
    repeats.add(key, (times, seconds) => {
      const often = ` (${String(times)} times more in the last ${String(seconds)} s)`;
      const entry = times === 0 ? [fields, sentence] : [{ ...fields, times }, sentence + often];
      method.apply(this, entry as Parameters<LogMethod>[0]);
    });
  },
});

/** An error for the log: only for bugs, it includes the place in the code. */
export const describeError: DescribeError = (error) => {
  const code = error.code as string | undefined;
  return {
    type: error.constructor.name,
    message: error.message,
    ...(code !== undefined && { code }),
    stack: OF_THE_SYSTEM.test(code ?? '') ? '' : (error.stack ?? ''),
    ...(types.isNativeError(error.cause) && { cause: describeError(error.cause as typeof error) }),
  };
};

/** A log call as fields and a message: an error or an object may precede the message, or be alone. */
function entryOf([first, ...rest]: readonly unknown[]): readonly [fields: object, sentence: string] {
  if (!isObject(first)) return [{}, format(first, ...rest)];
  const fields = types.isNativeError(first) ? { err: first } : first;
  return [fields, rest.length > 0 ? format(...rest) : (errorIn(fields)?.message ?? '')];
}

const errorIn = (fields: object): Error | undefined =>
  'err' in fields && types.isNativeError(fields.err) ? fields.err : undefined;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Writes an entry: `times` more in the last `seconds`, or now, when `seconds` is 0. */
type Write = (times: number, seconds: number) => void;

interface Repeated {
  /** Repetitions since it was last written. */
  times: number;
  /** When it was last written, in milliseconds since 1970. */
  since: number;
  write: Write;
}

export type Repeats = ReturnType<typeof createRepeats>;

/** Writes an entry once, and then at most once a minute with the number of repetitions. */
export function createRepeats(most = MOST) {
  const known = new Map<string, Repeated>();

  const tell = (repeated: Repeated) => {
    const { times, since, write } = repeated;
    if (times > 0) write(times, Math.round((Date.now() - since) / 1000));
    Object.assign(repeated, { times: 0, since: Date.now() });
  };
  const timer = setInterval(() => {
    for (const [key, repeated] of known) {
      if (repeated.times === 0) known.delete(key);
      else tell(repeated);
    }
  }, QUIET);
  timer.unref();

  return {
    /** `key` is equal for equal entries. */
    add: (key: string, write: Write): void => {
      const before = known.get(key);
      if (before) {
        before.times++;
        before.write = write;
        return;
      }
      write(0, 0);
      const [oldest] = known;
      if (oldest && known.size >= most) {
        known.delete(oldest[0]);
        tell(oldest[1]);
      }
      known.set(key, { times: 0, since: Date.now(), write });
    },
    /** Writes all pending counts. */
    end: (): void => {
      clearInterval(timer);
      for (const repeated of known.values()) tell(repeated);
      known.clear();
    },
  };
}
