import { LogController, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { describeError } from './describe-error';

/** Logging without personal data: no addresses, queries, bodies or headers. */
export function logOptions(level: string): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  return {
    // `requestLog` writes its own line.
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
