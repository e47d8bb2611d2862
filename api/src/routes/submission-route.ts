import type { TSchema } from '@sinclair/typebox';
import { Type } from '@fastify/type-provider-typebox';
import { submissionLimit } from '../plugins/external/rate-limit';
import { stripNul } from './strip-nul';
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

/** What both forms' routes have in common. Their answer says nothing but that the row is committed. */
export const submissionRoute = <T extends TSchema>(body: T, summary: string, perMinute: number) => ({
  schema: {
    summary,
    headers: SubmissionHeaders,
    body: ref<T>(body),
    response: { 201: Type.Object({}, { description: 'Stored' }), ...problemResponses },
  },
  config: submissionLimit(perMinute),
  preValidation: stripNul,
});
