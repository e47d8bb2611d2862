import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Problem } from '@vidlunnia/shared/contracts/schemas';

const RETRY_SECONDS = '5';

/** Answers with a problem (RFC 9457): the status, its usual name, and the wrong fields if there are any. */
export function replyProblem(reply: FastifyReply, status: number, errors?: Problem['errors']): FastifyReply {
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    ...(errors && { errors }),
  };
  if (status === 503) reply.header('retry-after', RETRY_SECONDS);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem);
}
