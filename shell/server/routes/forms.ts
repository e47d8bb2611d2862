import { createHash } from 'node:crypto';
import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import { FORM_ACTIONS, FORM_IDS, type FormName } from '@vidlunnia/contracts';
import { REQUEST_ID_HEADER } from '@vidlunnia/operating';
import { SENT_PARAMETER, type Submission } from '../../src/pages/page-request';
import { bodyFor } from '../pages/encode';
import { returnedFormPage } from '../pages/notice-page';
import type { RespondToPage } from '../pages/page-responder';
import { TryLaterError } from '../plugins/errors';

interface Options {
  readonly apiOrigin: string;
  readonly respond: RespondToPage;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const BODY_LIMIT = 64 * 1024;
const FORMS: readonly FormName[] = ['application', 'contact'];
/** Milliseconds for the API to store a form. */
const API_TIMEOUT = 10_000;
/** Seconds to wait when the API does not say. */
const RETRY_AFTER = 60;

/**
 * Forms that come without a script, under the very addresses of the API's own calls: stored through the API, answered
 * with the page. An accepted one leads on to an address that may be opened again; a rejected one comes back filled in.
 */
export const forms: FastifyPluginCallback<Options> = (app, { apiOrigin, respond }, done) => {
  app.addConstraintStrategy({
    name: 'contentType',
    storage: createTypeStorage,
    deriveConstraint: ({ headers }) => headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase(),
    mustMatchWhenDerived: false,
  });
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, parsed) => {
      parsed(null, formValues(String(body)));
    },
  );
  for (const form of FORMS) {
    app.post<{ Body: Record<string, string> }>(
      FORM_ACTIONS[form],
      { constraints: { contentType: FORM_TYPE } },
      async (request, reply) => {
        const values = request.body;
        const stored = await storeForm(form, values, apiOrigin, request);
        if (stored.status === 201)
          return reply.redirect(`/?${SENT_PARAMETER}=${form}#${FORM_IDS[form]}`, 303);
        void reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-store');
        const giveBack = (status: number, retryAfter: number | string) =>
          reply
            .status(status)
            .header('Retry-After', retryAfter)
            .send(returnedFormPage(form, values, status));
        if (stored.status === 429) return giveBack(429, stored.retryAfter ?? RETRY_AFTER);
        try {
          const submission = { form, accepted: false, values };
          const asked = { pathname: '/', submission, requestId: request.id };
          const { page } = await respond(asked, () => app.allowRender(request));
          reply.styleSources = page.styleSources;
          const { encoding, body } = bodyFor(page, request.headers['accept-encoding']);
          if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
          return await reply.status(stored.status).header('Vary', 'Accept-Encoding').send(body);
        } catch (error) {
          if (error instanceof TryLaterError) return giveBack(error.statusCode, error.retryAfter);
          throw error;
        }
      },
    );
  }
  done();
};

/** The form that an address says was accepted. */
export function acceptedForm(query: URLSearchParams): Submission | null {
  const form = query.get(SENT_PARAMETER);
  return form === 'application' || form === 'contact' ? { form, accepted: true, values: {} } : null;
}

/**
 * Fields of an urlencoded form. Line breaks become the single ones that a script would send: a form on its own way
 * doubles them (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set).
 */
export const formValues = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [name, value.replace(/\r\n?/g, '\n')]),
  );

/**
 * Names a submission as the browser's script would by a random key: by the page that it was typed on, whose token is
 * among its values, and by what was typed. So a form whose response was cut is stored once when its page is reloaded,
 * and two visitors of one cached page, who type different things, are two. A page without a token is that of a day.
 */
export function submissionKey(
  form: FormName,
  values: Readonly<Record<string, string>>,
  now = new Date(),
): string {
  const page = values['token'] ? '' : now.toISOString().slice(0, 10);
  return createHash('sha256')
    .update(JSON.stringify([form, page, Object.entries(values)]))
    .digest('base64url');
}

/** Hands a form to the API as the browser's script would. Its status is 503 when there is no response. */
async function storeForm(
  form: FormName,
  values: Readonly<Record<string, string>>,
  apiOrigin: string,
  { ip, id }: Pick<FastifyRequest, 'ip' | 'id'>,
): Promise<{ readonly status: number; readonly retryAfter?: string | null }> {
  const response = await fetch(`${apiOrigin}${FORM_ACTIONS[form]}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': submissionKey(form, values),
      'X-Forwarded-For': ip,
      [REQUEST_ID_HEADER]: id,
    },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(API_TIMEOUT),
  }).catch(() => null);
  // Read to its end: its connection is used again.
  await response?.arrayBuffer();
  if (!response) return { status: 503 };
  return { status: response.status, retryAfter: response.headers.get('retry-after') };
}

/** Routes by the request's content type: what is no form goes on to the API as it is. */
function createTypeStorage<Handler>() {
  const handlers = new Map<string, Handler>();
  return {
    get: (type: string) => handlers.get(type) ?? null,
    set: (type: string, handler: Handler) => {
      handlers.set(type, handler);
    },
  };
}
