import { setImmediate as pause } from 'node:timers/promises';
import type { TSchema } from '@sinclair/typebox';
import { Type } from '@fastify/type-provider-typebox';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preValidationHookHandler,
} from 'fastify';
import type { Database } from '../database/database';
import { replyProblem } from '../plugins/app/problems';
import type { Guarded } from '../plugins/app/spam';
import { submissionLimit } from '../plugins/external/rate-limit';
import type { Sending } from '../submissions/store-submission';
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

/** A valid submission's request. */
type SubmissionRequest<Body> = FastifyRequest & {
  readonly body: Body;
  readonly headers: { readonly 'idempotency-key'?: string | undefined };
};

/**
 * Stores a valid submission, for both forms. Too many at once are shed before they cost the database anything: those
 * that are let in are then stored in the time that it takes.
 */
export const submissionHandler =
  <Body extends Guarded>(
    app: FastifyInstance,
    store: (database: Database, body: Body, key: string | undefined, sending: Sending) => Promise<void>,
  ) =>
  async (request: SubmissionRequest<Body>, reply: FastifyReply): Promise<FastifyReply> => {
    const leave = app.submissionGate.enter();
    if (leave === undefined) return replyProblem(reply, 503);
    try {
      // PGlite works on this very thread: without a pause those that wait already would be let in one by one, unseen.
      await pause();
      const wait = await app.spam.waitOf(request);
      if (wait !== undefined) return await replyProblem(reply.header('retry-after', wait), 429);
      const { channels, wake } = app.deliveries;
      const suspicion = await app.spam.suspicionOf(request.body);
      await store(app.database, request.body, request.headers['idempotency-key'], { channels, suspicion });
      wake();
      return await reply.code(201).send({});
    } finally {
      leave();
    }
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
});
