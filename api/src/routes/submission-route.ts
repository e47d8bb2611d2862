import type { TSchema } from '@sinclair/typebox';
import { Type } from '@fastify/type-provider-typebox';
import type {
  FastifyInstance,
  onRequestHookHandler,
  preHandlerAsyncHookHandler,
  preValidationHookHandler,
} from 'fastify';
import { replyProblem } from '../plugins/app/problems';
import { submissionLimit } from '../plugins/external/rate-limit';
import { problemResponses, ref } from './schemas';

const LONGEST_KEY = 255;

const SubmissionHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_KEY,
      description: 'Names one submission: sent again with the same body, it is stored once',
    }),
  ),
});

/** Takes U+0000 out of every text of a body: PostgreSQL can't store it, and nobody means to send it. */
const stripNul: preValidationHookHandler = (request, _reply, done) => {
  const { body } = request;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    request.body = Object.fromEntries(
      Object.entries(body).map(([field, value]) => [field, withoutNul(value)]),
    );
  }
  done();
};

const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;

/** The shell's front door says so in words; this stands behind it for whoever reaches the API by itself. */
const refuseForeign: onRequestHookHandler = (request, reply, done) => {
  if (request.headers['sec-fetch-site'] === 'cross-site') replyProblem(reply, 403);
  else done();
};

/** After validation: what was never a submission costs the database nothing. */
const refuseTooMany: preHandlerAsyncHookHandler = async (request, reply) => {
  const wait = await request.server.spam.waitOf(request);
  if (wait === undefined) return undefined;
  return replyProblem(reply.header('retry-after', wait), 429);
};

/** What both forms' routes have in common. Their response says nothing but that the row is committed. */
export const submissionRoute = <T extends TSchema>(app: FastifyInstance, body: T, summary: string) => ({
  schema: {
    summary,
    headers: SubmissionHeaders,
    body: ref<T>(body),
    response: { 201: Type.Object({}, { description: 'Stored' }), ...problemResponses },
  },
  config: submissionLimit(app.submissionsPerMinute),
  onRequest: refuseForeign,
  preValidation: stripNul,
  preHandler: refuseTooMany,
});
