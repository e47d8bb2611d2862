import { format, types } from 'node:util';
import type { FastifyLoggerOptions, PinoLoggerOptions } from 'fastify/types/logger';
import { LRUCache } from 'lru-cache';

type LogMethod = NonNullable<NonNullable<PinoLoggerOptions['hooks']>['logMethod']>;
type DescribeError = NonNullable<NonNullable<FastifyLoggerOptions['serializers']>['err']>;

/** undici's `RequestAbortedError`: the client disconnected, so its proxied request was aborted. */
const CLIENT_LEFT = 'UND_ERR_ABORTED';
/** Network and system errors. `ERR_…` are errors of Node's API: bugs. */
const SYSTEM_ERROR = /^(?:E(?!RR_)[A-Z0-9_]+|UND_ERR_\w+)$/;
/** Pino's number of the level. */
const WARN = 40;
const MINUTE_MS = 60_000;

/**
 * Pino's hook. It writes a warning or an error once, then its repetitions of a minute as one line (`times`). A client
 * that disconnects is no warning. It counts at most `max` different lines at a time; `end` writes the pending counts.
 */
export function limitRepeats(max = 200): { readonly logMethod: LogMethod; readonly end: () => void } {
  const repeats = new LRUCache<string, { times: number; readonly write: (times: number) => void }>({
    max,
    ttl: MINUTE_MS,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: Date,
    dispose: ({ times, write }) => {
      if (times > 0) write(times);
    },
  });
  return {
    logMethod(args, method, level) {
      if (level < WARN) {
        method.apply(this, args);
        return;
      }
      const [fields, sentence] = entryOf(args);
      const error = errorIn(fields);
      const plain = (Object.values(fields) as unknown[]).filter((value) => !isObject(value));
      const key = [level, sentence, error, ...plain].map(String).join(' ');
      const known = repeats.peek(key);
      if (error && 'code' in error && error.code === CLIENT_LEFT) this.debug(fields, sentence);
      else if (known) known.times += 1;
      else {
        method.apply(this, args);
        const write = (times: number) => {
          const often = `${sentence} (${String(times)} times more in a minute)`;
          const entry: readonly unknown[] = [{ ...fields, times }, often];
          method.apply(this, entry as Parameters<LogMethod>[0]);
        };
        repeats.set(key, { times: 0, write });
      }
    },
    end: () => {
      repeats.clear();
    },
  };
}

/** An error for the log. Only a bug includes its location in the code. */
export const describeError: DescribeError = (error) => {
  const code = error.code as string | undefined;
  return {
    type: error.constructor.name,
    message: error.message,
    code,
    stack: SYSTEM_ERROR.test(code ?? '') ? '' : (error.stack ?? ''),
    cause: types.isNativeError(error.cause) ? describeError(error.cause as typeof error) : undefined,
  };
};

/** Splits a log call into fields and message. After an error or an object, the message is optional. */
function entryOf([first, ...rest]: readonly unknown[]): readonly [fields: object, sentence: string] {
  if (!isObject(first)) return [{}, format(first, ...rest)];
  const fields = types.isNativeError(first) ? { err: first } : first;
  return [fields, rest.length > 0 ? format(...rest) : (errorIn(fields)?.message ?? '')];
}

const errorIn = (fields: object): Error | undefined =>
  'err' in fields && types.isNativeError(fields.err) ? fields.err : undefined;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
