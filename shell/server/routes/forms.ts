import { createHash } from 'node:crypto';
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import { fieldsOf, FORM_ACTIONS, FORM_IDS, type FormName } from '@vidlunnia/contracts';
import { parseChecked } from '@vidlunnia/settings/checked';
import { ProblemSchema } from '@vidlunnia/contracts/schemas';
import { REQUEST_ID_HEADER } from '@vidlunnia/operating';
import type { PageInput } from '../../src/islands/props';
import { pageAt, SENT_PARAMETER } from '../../src/pages';
import type { SiteFacts } from '../../src/texts/texts';
import { returnedFormPage } from '../returned-form';
import { NoticeError, RETRY_AFTER_SECONDS, TryLaterError } from '@vidlunnia/engine/server';
import { QUICK_COMPRESSION } from '@vidlunnia/operating/encoding';

interface Options {
  readonly apiOrigin: string;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const BODY_LIMIT_BYTES = 64 * 1024;
const FORMS: readonly FormName[] = ['application', 'contact'];
/** For the API to store a form. */
const API_DEADLINE_MS = 10_000;

/**
 * Handles forms that browsers send without a script to the API's addresses. The API stores them; the response is a
 * page. An accepted form redirects to an address that is safe to reload. A rejected form is returned with its values.
 */
export const forms: FastifyPluginCallback<Options> = (app, { apiOrigin }, done) => {
  // Other requests are proxied to the API unchanged.
  app.addConstraintStrategy({
    name: 'contentType',
    storage: createMap,
    deriveConstraint: ({ headers }) => headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase(),
    mustMatchWhenDerived: false,
  });
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_, body, parsed) => {
      parsed(null, formValues(String(body)));
    },
  );
  const options = { constraints: { contentType: FORM_TYPE }, compress: QUICK_COMPRESSION };
  for (const form of FORMS) {
    app.post<{ Body: FormValues }>(FORM_ACTIONS[form], options, async (request, reply) => {
      const values = request.body;
      void reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store');
      try {
        const stored = await storeForm(form, values, apiOrigin, request);
        if (stored.status === 201)
          return await reply.redirect(`/?${SENT_PARAMETER}=${form}#${FORM_IDS[form]}`, 303);
        if (stored.status === 429) throw new TryLaterError(429, stored.retryAfterSeconds, 'Too many forms');
        const input: PageInput = { submission: { form, accepted: false, values, errors: stored.errors } };
        const wanted = { page: pageAt('/'), input, returnsInput: true, requestId: request.id };
        const { inline, bodies } = await app.respond(wanted, request);
        reply.inline = inline;
        return await reply.status(stored.status).send(bodies.identity);
      } catch (error) {
        // On 429 or an expired preview, return the visitor's input.
        if (!(error instanceof NoticeError)) throw error;
        const { statusCode, headers } = error;
        const facts = app.engine.live().releaseSet.facts as SiteFacts;
        const returned = returnedFormPage(facts, form, values, statusCode);
        return reply.status(statusCode).headers(headers).send(returned);
      }
    });
  }
  done();
};

/** `find-my-way` requires a map that returns `null` for missing keys. */
function createMap<Handler>() {
  const handlers = new Map<string, Handler>();
  return {
    get: (type: string) => handlers.get(type) ?? null,
    set: (type: string, handler: Handler) => void handlers.set(type, handler),
  };
}

type FormValues = Readonly<Record<string, string>>;

/**
 * Fields of an urlencoded form. Browsers double line breaks in forms; here they become single ones, as a script would
 * send (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set).
 */
export const formValues = (body: string): FormValues =>
  Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [name, value.replace(/\r\n?/g, '\n')]),
  );

/**
 * Idempotency key of a submission, derived from the page's token and the typed values; a browser script uses a random
 * key. A reload after a lost response stores the form once. Two visitors of one cached page with different input are
 * stored twice. Without a token, the key also depends on the day.
 */
export function submissionKey(form: FormName, values: FormValues, now = new Date()): string {
  const page = values['token'] ? '' : now.toISOString().slice(0, 10);
  return createHash('sha256')
    .update(JSON.stringify([form, page, Object.entries(values)]))
    .digest('base64url');
}

interface Stored {
  readonly status: number;
  readonly retryAfterSeconds: number;
  /** The form's fields that the API rejected, if it named any. */
  readonly errors: readonly string[];
}

/**
 * Sends a form to the API like the browser's script. Without a whole response the status is 503; the visitor may retry,
 * because the same form has the same key.
 */
async function storeForm(
  form: FormName,
  values: FormValues,
  apiOrigin: string,
  { ip, id, preview }: Pick<FastifyRequest, 'ip' | 'id' | 'preview'>,
): Promise<Stored> {
  try {
    const response = await fetch(`${apiOrigin}${FORM_ACTIONS[form]}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': submissionKey(form, values),
        'X-Forwarded-For': ip,
        [REQUEST_ID_HEADER]: id,
        ...preview?.headers,
      },
      body: JSON.stringify(values),
      signal: AbortSignal.timeout(API_DEADLINE_MS),
    });
    // Read to the end, so that the connection can be reused.
    const body = await response.text();
    const retryAfterSeconds = Number(response.headers.get('retry-after')) || RETRY_AFTER_SECONDS;
    const { status } = response;
    return { status, retryAfterSeconds, errors: status === 422 ? wrongFields(form, body) : [] };
  } catch {
    return { status: 503, retryAfterSeconds: RETRY_AFTER_SECONDS, errors: [] };
  }
}

/** The form's fields that a problem document of the API names; none for other bodies. */
function wrongFields(form: FormName, body: string): string[] {
  try {
    const { errors = [] } = parseChecked(ProblemSchema, body, 'The API’s response');
    return Object.keys(fieldsOf(form)).filter((name) => errors.some(({ field }) => field === name));
  } catch {
    return [];
  }
}
