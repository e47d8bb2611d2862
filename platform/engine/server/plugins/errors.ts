import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Notice } from '../../site';

/** Addresses that get a problem document instead of a page. */
const FOR_PROGRAMS = /^\/(?:api|assets|remotes|-)(?:\/|$)/;

/** Within this time, a dead worker is usually replaced, and missing data is usually available. */
export const RETRY_AFTER_SECONDS = 5;

/** A refusal that visitors get as a notice, with its own words or the default for its status. It is not logged. */
export class NoticeError extends Error {
  override readonly name: string = 'NoticeError';

  constructor(
    readonly statusCode: number,
    readonly notice?: Notice,
    readonly headers: Readonly<Record<string, string>> = {},
    message = notice?.words,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The resource is temporarily unavailable; the thrower has logged the reason. */
export class TryLaterError extends NoticeError {
  override readonly name = 'TryLaterError';

  constructor(statusCode: 429 | 503, retryAfterSeconds: number, message: string, options?: ErrorOptions) {
    super(statusCode, undefined, { 'retry-after': String(retryAfterSeconds) }, message, options);
  }
}

/**
 * Responds to all unhandled errors: visitors get a page with a message, programs a problem document (RFC 9457). Neither
 * has internal details.
 */
export const errors = fp((app, _, done) => {
  const { engine, pageParts } = app;

  function sendFailure(status: number, request: FastifyRequest, reply: FastifyReply, notice?: Notice) {
    void reply.status(status).header('Cache-Control', 'no-store');
    if (isVisitor(request))
      return reply
        .type('text/html; charset=utf-8')
        .send(pageParts.site.noticePage(engine.live().releaseSet.facts, status, notice));
    const title = STATUS_CODES[status] ?? 'Error';
    return reply.type('application/problem+json').send({ type: 'about:blank', title, status });
  }

  app.setErrorHandler((error: FastifyError | NoticeError, request, reply) => {
    if (error instanceof NoticeError)
      return sendFailure(error.statusCode, request, reply.headers(error.headers), error.notice);
    const { statusCode = 500 } = error;
    const status = statusCode >= 400 ? statusCode : 500;
    if (status >= 500) request.log.error({ err: error }, 'request failed');
    return sendFailure(status, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendFailure(404, request, reply));
  done();
});

/** Browsers accept HTML when they navigate, for example when they send a form to the API's address. */
const isVisitor = ({ url, headers }: FastifyRequest) =>
  headers.accept?.includes('text/html') === true || !FOR_PROGRAMS.test(url);
