import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { FORM_ACTIONS, FORM_IDS, type FormName } from '@vidlunnia/shared/contracts';
import { REQUEST_ID_HEADER } from '@vidlunnia/shared/operating';
import { SENT_PARAMETER, type Submission } from '../../src/pages/submission';
import type { EncodedPage } from '../cache/encode';
import { allowStyles } from './security-headers';

interface Options {
  readonly apiOrigin: string;
  /** The page that gives a rejected form back. */
  readonly renderPage: (submission: Submission, requestId: string) => Promise<EncodedPage>;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const BODY_LIMIT = 64 * 1024;
const FORMS: readonly FormName[] = ['application', 'contact'];
/** Milliseconds for the API to store a form. */
const API_TIMEOUT = 10_000;

/**
 * Forms that come without a script, under the very addresses of the API's own calls: stored through the API, answered
 * with the page. An accepted one leads on to an address that may be opened again; a rejected one comes back filled in.
 */
export const forms = fp<Options>((app, { apiOrigin, renderPage }, done) => {
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
        const status = await storeForm(form, request.body, apiOrigin, request);
        if (status === 201) return reply.redirect(`/?${SENT_PARAMETER}=${form}#${FORM_IDS[form]}`, 303);
        const page = await renderPage({ form, accepted: false, values: request.body }, request.id);
        allowStyles(reply, page.styleSources);
        return reply
          .status(status)
          .type('text/html; charset=utf-8')
          .header('Cache-Control', 'no-store')
          .send(page.bodies.identity);
      },
    );
  }
  done();
});

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

/** Hands a form to the API as the browser's script would. Resolves to the response's status; 503 when there is none. */
async function storeForm(
  form: FormName,
  values: Readonly<Record<string, string>>,
  apiOrigin: string,
  { ip, id }: Pick<FastifyRequest, 'ip' | 'id'>,
): Promise<number> {
  const response = await fetch(`${apiOrigin}${FORM_ACTIONS[form]}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': ip, [REQUEST_ID_HEADER]: id },
    body: JSON.stringify(values),
    signal: AbortSignal.timeout(API_TIMEOUT),
  }).catch(() => null);
  await response?.body?.cancel();
  return response?.status ?? 503;
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
