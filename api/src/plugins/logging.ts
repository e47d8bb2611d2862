import { LogController, type FastifyRequest, type FastifyServerOptions } from 'fastify';

/** Logging without personal data: no addresses, queries, bodies or headers. */
export function logOptions(level: string): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  return {
    // `requests` of `platform/operating` writes its own line.
    logController: new LogController({ disableRequestLogging: true }),
    logger: {
      level,
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions.url }),
        res: (reply) => ({ statusCode: reply.statusCode }),
        err: describeError,
      },
    },
  };
}

/** An error in the log. */
interface ErrorDescription {
  readonly [key: string]: unknown;
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly code?: string;
  readonly cause?: ErrorDescription;
}

/**
 * An error for the log. Messages of the database and of Drizzle quote visitors' input, so only type, code and place of
 * those errors are logged.
 */
export function describeError(error: Error): ErrorDescription {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: quotesValues(error) ? '' : error.message,
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(code === undefined ? {} : { code }),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}

function quotesValues(error: Error): boolean {
  return 'query' in error || 'severity' in error;
}
