import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '@vidlunnia/contracts/schemas';
import { isDatabaseUnavailable } from '../database/availability';
import { KeyReusedError } from '../submissions/store-submission';

type Failure = FastifyError | KeyReusedError;

// Responds with 404 to an impossible parameter.
const VALIDATION_STATUS: Readonly<Record<string, number>> = { body: 422, params: 404 };

/** Responds to every error and unknown address with `application/problem+json`, without internal details. */
export function replyProblems(app: FastifyInstance): void {
  app.setErrorHandler<Failure>(sendProblem);
  app.setNotFoundHandler((_request, reply) => replyProblem(reply, 404));
}

/** Responds to a failed request; logs the API's own failures. */
export function sendProblem(error: Failure, request: FastifyRequest, reply: FastifyReply): void {
  const status = statusOf(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  replyProblem(reply, status, status === 422 ? fieldErrors(error) : undefined);
}

function statusOf(error: Failure): number {
  if (error instanceof KeyReusedError) return 422;
  // An overlong parameter: no resource has it.
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return 404;
  if (error.validation) return VALIDATION_STATUS[error.validationContext ?? 'body'] ?? 400;
  if (isDatabaseUnavailable(error)) return 503;
  const { statusCode = 500 } = error;
  return statusCode >= 400 ? statusCode : 500;
}

const RETRY_SECONDS = '5';

/** Responds with a problem (RFC 9457): the status, its usual name, and the wrong fields if there are any. */
export function replyProblem(reply: FastifyReply, status: number, errors?: Problem['errors']): FastifyReply {
  const title = STATUS_CODES[status] ?? 'Error';
  const problem: Problem = { type: 'about:blank', title, status, ...(errors && { errors }) };
  if (status === 503) reply.header('retry-after', RETRY_SECONDS);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem);
}

/** Names every wrong field of a rejected request once. */
function fieldErrors(error: Failure): NonNullable<Problem['errors']> {
  if (error instanceof KeyReusedError)
    return [{ field: 'Idempotency-Key', message: 'was used before with another body' }];
  const messages = new Map<string, string>();
  for (const { instancePath, params, message = 'is not valid' } of error.validation ?? []) {
    const missing = params['missingProperty'];
    messages.set(typeof missing === 'string' ? missing : instancePath.slice(1) || 'body', message);
  }
  return [...messages].map(([field, message]) => ({ field, message }));
}
