import fastifyPlugin from 'fastify-plugin';
import type { PROOF_LIMITS } from '@vidlunnia/contracts';
import { sharedKey } from '../database/shared-key';
import { makeToken, pageInstant, suspicionOfToken } from '../submissions/form-token';
import { within } from '../within';

declare module 'fastify' {
  interface FastifyInstance {
    readonly spam: Spam;
  }
}

/** Fields that forms send in addition to the visitor's: the token, and `website`, which only programs fill in. */
type Guarded = { readonly [Name in keyof typeof PROOF_LIMITS]?: string };

interface Spam {
  /** A token for a form: for one visitor, or for a page that many visitors get. */
  readonly token: (audience: 'visitor' | 'page') => Promise<string>;
  /** Why a submission may be spam; without a result while the key is unavailable. */
  readonly suspicionOf: (submission: Guarded) => Promise<string | undefined>;
}

interface Options {
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** How long a submission waits for the key. */
const KEY_DEADLINE_MS = 500;

/** Recognises spam. Never rejects a submission: suspected ones are stored separately. */
export const spam = fastifyPlugin<Options>((app, { now }, done) => {
  const key = sharedKey(app.database, 'spam');
  const keySoon = () =>
    within(
      KEY_DEADLINE_MS,
      key().catch((error: unknown) => {
        app.log.warn({ err: error }, 'spam is judged without the database');
        return undefined;
      }),
    );
  app.decorate('spam', {
    token: async (audience) => makeToken(await key(), audience === 'page' ? pageInstant(now()) : now()),
    suspicionOf: async ({ token, website = '' }) => {
      if (website !== '') return 'honeypot';
      const known = await keySoon();
      return known && suspicionOfToken(known, token, now());
    },
  } satisfies Spam);
  done();
});
