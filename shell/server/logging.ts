import { format, types } from 'node:util';
import type { FastifyLoggerOptions, PinoLoggerOptions } from 'fastify/types/logger';

type LogMethod = NonNullable<NonNullable<PinoLoggerOptions['hooks']>['logMethod']>;
type DescribeError = NonNullable<NonNullable<FastifyLoggerOptions['serializers']>['err']>;

/** undici's `RequestAbortedError`: whoever was to get a response has gone, and the one behind was told to stop. */
const CLIENT_LEFT = 'UND_ERR_ABORTED';
/** Errors of the network and the system; `ERR_…` are Node's own, and bugs. */
const OF_THE_SYSTEM = /^(?:E(?!RR_)[A-Z0-9_]+|UND_ERR_\w+)$/;
/** Above pino's `info`. */
const WORSE_THAN_INFO = 31;
/** Milliseconds for which the same is not written again. */
const QUIET = 60_000;
/** What is counted at most; then the oldest gives way. */
const MOST = 200;

/**
 * Visitors leave pages as they like: no error or warning of ours, whoever logs it. Of the others, one that repeats is
 * written once, and then at most once a minute with how often it happened (`times`).
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

/** An error for the log: only of a bug it matters where it was thrown. */
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

/** What is logged, as fields and a sentence: an error, or an object, may stand before the sentence, or alone. */
function entryOf([first, ...rest]: readonly unknown[]): readonly [fields: object, sentence: string] {
  if (!isObject(first)) return [{}, format(first, ...rest)];
  const fields = types.isNativeError(first) ? { err: first } : first;
  return [fields, rest.length > 0 ? format(...rest) : (errorIn(fields)?.message ?? '')];
}

const errorIn = (fields: object): Error | undefined =>
  'err' in fields && types.isNativeError(fields.err) ? fields.err : undefined;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Writes what happened: `times` more in the last `seconds`, or now, when they are 0. */
type Write = (times: number, seconds: number) => void;

interface Repeated {
  /** How often since it was written. */
  times: number;
  /** When it was written, in milliseconds since 1970. */
  since: number;
  write: Write;
}

export type Repeats = ReturnType<typeof createRepeats>;

/** Says the same once, and then at most once a minute how often it has happened since. */
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
    /** `key` names what is the same. */
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
    /** Says what was not said yet. */
    end: (): void => {
      clearInterval(timer);
      for (const repeated of known.values()) tell(repeated);
      known.clear();
    },
  };
}
