import fp from 'fastify-plugin';
import { FORM_ACTIONS, FORM_IDS, type FormName } from '@vidlunnia/shared/contracts';
import { SENT_PARAMETER, type Submission } from '../../src/pages/submission';
import { formValues } from '../forms/form-values';
import { storeForm } from '../forms/store-form';
import type { EncodedPage } from '../cache/encode';
import { allowStyles } from './security-headers';

interface Options {
  readonly apiOrigin: string;
  /** The page that gives a rejected form back. */
  readonly answer: (submission: Submission) => Promise<EncodedPage>;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const BODY_LIMIT = 64 * 1024;
const FORMS: readonly FormName[] = ['application', 'contact'];

/**
 * Forms that come without a script, under the very addresses of the API's own calls: stored through the API, answered
 * with the page. An accepted one leads on to an address that may be opened again; a rejected one comes back filled in.
 */
export const forms = fp<Options>((app, { apiOrigin, answer }, done) => {
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
        const status = await storeForm(form, request.body, apiOrigin, request.ip);
        if (status === 201) return reply.redirect(`/?${SENT_PARAMETER}=${form}#${FORM_IDS[form]}`, 303);
        const page = await answer({ form, accepted: false, values: request.body });
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

function createTypeStorage<Handler>() {
  const handlers = new Map<string, Handler>();
  return {
    get: (type: string) => handlers.get(type) ?? null,
    set: (type: string, handler: Handler) => {
      handlers.set(type, handler);
    },
  };
}
