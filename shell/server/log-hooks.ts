import type { PinoLoggerOptions } from 'fastify/types/logger';

/** undici's `RequestAbortedError`: whoever was to get a response has gone, and the one behind was told to stop. */
const CLIENT_LEFT = 'UND_ERR_ABORTED';

/** Above pino's `info`. */
const WORSE_THAN_INFO = 31;

/** Visitors leave pages as they like: no error or warning of ours, whoever logs it. */
export const logHooks: NonNullable<PinoLoggerOptions['hooks']> = {
  logMethod(args, method, level) {
    if (level >= WORSE_THAN_INFO && saysThatClientLeft(args[0])) this.debug(...args);
    else method.apply(this, args);
  },
};

const saysThatClientLeft = (first: unknown): boolean =>
  typeof first === 'object' &&
  first !== null &&
  'err' in first &&
  first.err instanceof Error &&
  'code' in first.err &&
  first.err.code === CLIENT_LEFT;
