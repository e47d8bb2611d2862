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

/**
 * An error for the log, with its code and causes. Messages of the database and of Drizzle quote visitors' input, so only
 * type, code and place of those errors are logged.
 */
export function describeError(error: Error): Record<'type' | 'message' | 'stack', string> {
  const quotesValues = 'query' in error || 'severity' in error;
  return {
    type: error.name,
    message: quotesValues ? '' : error.message,
    stack: (error.stack?.match(/^\s+at .*$/gm) ?? []).join('\n'),
    ...('code' in error && { code: error.code }),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
