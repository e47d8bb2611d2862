import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';

/** Names one request in the logs of shell and API. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Marks a form that was sent in a preview. The API keeps it as a trial until this time, in seconds since 1970. */
export const TRIAL_HEADER = 'x-trial-until';

/** Ids that are safe in logs and headers. */
const SANE_ID = /^[\w-]{1,64}$/;

/** Server options that keep a request's well-formed id. */
export const requestIds = {
  requestIdHeader: false,
  genReqId: ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const id = headers[REQUEST_ID_HEADER];
    return typeof id === 'string' && SANE_ID.test(id) ? id : randomUUID();
  },
} as const;

/** A query may contain text that a visitor typed. */
export const withoutQuery = (url: string): string => url.split('?', 1).join('');

interface Options {
  /** More fields for the log line of a response. */
  readonly fields?: (reply: FastifyReply) => object;
}

/**
 * Sends every request's id back and logs one line for each response. A line has no personal data: no address, query,
 * body or header. Routes with a `logLevel` of `warn` have no line.
 */
export const requestLog = fp<Options>((app, { fields }, done) => {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    next();
  });
  app.addHook('onResponse', (request, reply, next) => {
    request.log.info(
      {
        method: request.method,
        path: withoutQuery(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...fields?.(reply),
      },
      'request',
    );
    next();
  });
  done();
});
