import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { isDatabaseUnavailable } from '../../database/is-database-unavailable';
import { KeyReusedError } from '../../submissions/store-once';
import { fieldErrors } from './field-errors';
import { replyProblem } from './problem';

type Failure = FastifyError | KeyReusedError;

// A part of the address that no resource can have: there is none.
const VALIDATION_STATUS: Readonly<Record<string, number>> = { body: 422, params: 404 };

/** Every error and unknown address answered as `application/problem+json`, without internal detail. */
export const problems = fastifyPlugin((app, _options, done) => {
  app.setErrorHandler<Failure>(sendProblem);
  app.setNotFoundHandler((_request, reply) => replyProblem(reply, 404));
  done();
});

/** Answers a failed request; failures of ours are logged. */
export function sendProblem(error: Failure, request: FastifyRequest, reply: FastifyReply): void {
  const status = statusOf(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  replyProblem(reply, status, status === 422 ? fieldErrors(error) : undefined);
}

function statusOf(error: Failure): number {
  if (error instanceof KeyReusedError) return 422;
  if (error.validation) return VALIDATION_STATUS[error.validationContext ?? 'body'] ?? 400;
  if (isDatabaseUnavailable(error)) return 503;
  const { statusCode = 500 } = error;
  return statusCode >= 400 ? statusCode : 500;
}
