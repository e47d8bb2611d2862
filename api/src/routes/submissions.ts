import { setImmediate as pause } from 'node:timers/promises';
import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, onRequestHookHandler, preValidationHookHandler } from 'fastify';
import { fieldsOf, FORM_ACTIONS, PROOF_LIMITS, type FormName } from '@vidlunnia/contracts';
import { ContactMessageSchema, JobApplicationSchema } from '@vidlunnia/contracts/form-schemas';
import { FormTokenSchema } from '@vidlunnia/contracts/schemas';
import { TRIAL_HEADER } from '@vidlunnia/operating';
import type { Channel } from '../database/schema';
import { replyProblem } from '../plugins/problems';
import { digestChannels, storeSubmission } from '../submissions/store-submission';
import { withSingleLines } from '../submissions/single-lines';
import { validSource } from '../submissions/source';
import type { spamFilter } from '../submissions/spam';
import { problemResponses, ref } from './schemas';

const FORMS = [
  {
    form: 'application',
    kind: 'applications',
    schema: JobApplicationSchema,
    summary: 'Send a job application',
  },
  { form: 'contact', kind: 'messages', schema: ContactMessageSchema, summary: 'Send a contact message' },
] as const;

const MAX_KEY = 255;
/** Submissions that may wait for the database at once. */
const MAX_AT_ONCE = 24;

const SubmissionHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_KEY,
      description: 'Names one submission: sent again with the same body, it is stored once',
    }),
  ),
  [TRIAL_HEADER]: Type.Optional(
    Type.String({ description: 'From a preview: the form is checked as any other, but not stored' }),
  ),
});

const NOBODY_IS_TOLD =
  'suspected spam is stored, and no channel tells staff of it: npm run submissions -w api -- suspected';

interface Options {
  readonly spam: ReturnType<typeof spamFilter>;
  /** Channels on which every submission is delivered. */
  readonly channels: readonly Channel[];
  /** Called after a new submission. */
  readonly wake: () => void;
  /** Submissions accepted from one address to one form per minute. */
  readonly perMinute: number;
}

/** The forms' addresses, and the tokens of forms. */
export const submissionRoutes: FastifyPluginCallbackTypebox<Options> = (app, options, done) => {
  const { spam, channels, wake, perMinute } = options;
  let underWay = 0;
  let untold = 0;
  for (const { form, kind, schema, summary } of FORMS) {
    app.post(
      FORM_ACTIONS[form].slice('/api'.length),
      {
        schema: {
          summary,
          headers: SubmissionHeaders,
          body: ref(schema),
          response: { 201: Type.Object({}, { description: 'Stored' }), ...problemResponses },
        },
        config: { rateLimit: { max: perMinute } },
        onRequest: rejectForeign,
        preValidation: cleanBody(form),
      },
      async (request, reply): Promise<FastifyReply> => {
        const { body, headers } = request;
        // Shed before it uses the database, so that accepted submissions are stored in time.
        if (underWay >= MAX_AT_ONCE) return replyProblem(reply, 503);
        underWay += 1;
        try {
          // PGlite blocks this thread. The pause lets waiting requests start, so that the limit counts them all.
          await pause();
          const { 'idempotency-key': key, [TRIAL_HEADER]: isTrial } = headers;
          if (isTrial === undefined) {
            const { source, ...fields } = body;
            const suspicion = await spam.suspicionOf(fields);
            await storeSubmission(app.database, kind, fields, { key, suspicion, source, channels });
            if (suspicion !== undefined && digestChannels(channels).length === 0)
              request.log.warn({ count: (untold += 1) }, NOBODY_IS_TOLD);
            wake();
          }
          return await reply.code(201).send({});
        } finally {
          underWay -= 1;
        }
      },
    );
  }

  app.get(
    '/form-token',
    {
      schema: {
        summary: 'A token to send a form with: it says when the form was given out',
        response: { 200: ref(FormTokenSchema), ...problemResponses },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { token: await spam.token() };
    },
  );
  done();
};

/** The shell responds to visitors with a message; this check is for requests that reach the API directly. */
const rejectForeign: onRequestHookHandler = (request, reply, done) => {
  if (request.headers['sec-fetch-site'] === 'cross-site') replyProblem(reply, 403);
  else done();
};

/** Logs only plausible field names, because others may be any text. */
const FIELD_NAME = /^[a-z_]{1,30}$/;

/**
 * Drops and logs unknown fields, because a form with a new field may be released before its API, and must not be
 * rejected. Drops invalid values of the visit's source. Removes U+0000 from every text, because PostgreSQL cannot store
 * it. In fields for one line, line breaks become spaces, because nobody types them there on purpose.
 */
function cleanBody(form: FormName): preValidationHookHandler {
  const known = new Set([...Object.keys(fieldsOf(form)), ...Object.keys(PROOF_LIMITS), 'source']);
  return (request, _reply, done) => {
    const { body } = request;
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      const fields: readonly (readonly [string, unknown])[] = Object.entries(body);
      const unknown = fields.flatMap(([field]) => (known.has(field) ? [] : [field]));
      if (unknown.length > 0)
        request.log.warn(
          { form, fields: unknown.filter((field) => FIELD_NAME.test(field)).slice(0, 10) },
          'unknown fields were dropped: deploy the API that knows them',
        );
      const kept = fields.flatMap(([field, value]): [string, unknown][] =>
        known.has(field) ? [[field, withoutNul(value)]] : [],
      );
      const { source, ...values }: Readonly<Record<string, unknown>> = Object.fromEntries(kept);
      const valid = validSource(source);
      request.body = { ...withSingleLines(fieldsOf(form), values), ...(valid && { source: valid }) };
    }
    done();
  };
}

const withoutNul = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '') : value;
