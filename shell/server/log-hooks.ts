import { format, types } from 'node:util';
import type { FastifyLoggerOptions, PinoLoggerOptions } from 'fastify/types/logger';
import type { Repeats } from './log-repeats';

type LogMethod = NonNullable<NonNullable<PinoLoggerOptions['hooks']>['logMethod']>;
type DescribeError = NonNullable<NonNullable<FastifyLoggerOptions['serializers']>['err']>;

/** undici's `RequestAbortedError`: whoever was to get a response has gone, and the one behind was told to stop. */
const CLIENT_LEFT = 'UND_ERR_ABORTED';
/** Errors of the network and the system; `ERR_…` are Node's own, and bugs. */
const OF_THE_SYSTEM = /^(?:E(?!RR_)[A-Z0-9_]+|UND_ERR_\w+)$/;

/** Above pino's `info`. */
const WORSE_THAN_INFO = 31;

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
    if (saysThatClientLeft(fields)) {
      this.debug(fields, sentence);
      return;
    }
    repeats.add(keyOf(level, fields, sentence), (times, seconds) => {
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

const keyOf = (level: number, fields: object, sentence: string): string =>
  [
    level,
    sentence,
    errorIn(fields),
    ...(Object.values(fields) as unknown[]).filter((value) => !isObject(value)),
  ]
    .map(String)
    .join(' ');

const errorIn = (fields: object): Error | undefined =>
  'err' in fields && types.isNativeError(fields.err) ? fields.err : undefined;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function saysThatClientLeft(fields: object): boolean {
  const error = errorIn(fields);
  return error !== undefined && 'code' in error && error.code === CLIENT_LEFT;
}
