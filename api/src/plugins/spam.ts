import fastifyPlugin from 'fastify-plugin';
import type { PROOF_LIMITS } from '@vidlunnia/contracts';
import { sharedKey } from '../database/shared-key';
import { makeToken, suspicionOfToken } from '../submissions/form-token';
import { within } from '../within';

declare module 'fastify' {
  interface FastifyInstance {
    readonly spam: Spam;
  }
}

/** Fields that forms send in addition to the visitor's: the token, and the trap, which only programs fill in. */
type Guarded = { readonly [Name in keyof typeof PROOF_LIMITS]?: string };

interface Spam {
  /** A token for a form. */
  readonly token: () => Promise<string>;
  /** Why a submission may be spam; without a result while the key is unavailable. */
  readonly suspicionOf: (submission: Guarded) => Promise<string | undefined>;
}

interface Options {
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** How long a submission waits for the key. */
const KEY_DEADLINE_MS = 500;

/**
 * Maximum age of a token when the trap is filled. Autofill may fill the trap, so a filled trap alone is no spam. With an
 * older token, a program repeats an old form.
 */
const MAX_TRAPPED_AGE_MS = 2 * 86_400_000;

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
    token: async () => makeToken(await key(), now()),
    suspicionOf: async ({ token, website = '' }) => {
      const known = await keySoon();
      if (!known) return undefined;
      if (website === '') return suspicionOfToken(known, token, now());
      return suspicionOfToken(known, token, now(), MAX_TRAPPED_AGE_MS) && 'honeypot';
    },
  } satisfies Spam);
  done();
});
