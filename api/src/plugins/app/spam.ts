import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { makeToken, pageInstant, suspicionOfToken } from '../../spam/form-token';
import { sharedKey } from '../../spam/shared-key';
import { countSubmission, purgeCounts, WINDOW, windowOf } from '../../spam/submission-counts';
import { within } from '../../within';

declare module 'fastify' {
  interface FastifyInstance {
    readonly spam: Spam;
  }
}

/** What forms send beside their fields. */
export interface Guarded {
  readonly token?: string;
  /** The honeypot: people never see it. */
  readonly website?: string;
}

interface Spam {
  /** A token for a form: a visitor's own, or one for a page that many visitors get. */
  readonly token: (audience: 'visitor' | 'page') => Promise<string>;
  /** Why a submission may be spam; nothing is said while the key can't be had. */
  readonly suspicionOf: (submission: Guarded) => Promise<string | undefined>;
  /** Seconds for which a sender has to wait; `undefined` when it need not, or when the database is slow to say. */
  readonly waitOf: (request: FastifyRequest) => Promise<number | undefined>;
}

interface Options {
  readonly submissionsPerMinute: number;
  /** Whether other processes may have the same database: alone, this one's own limit counts all there is to count. */
  readonly replicated: boolean;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
}

/** Milliseconds that a submission waits for key and count; without them it is judged by this process alone. */
const DEADLINE = 500;

/** What tells spam from submissions, for all replicas through the database. Nothing here rejects for good. */
export const spam = fastifyPlugin<Options>((app, { submissionsPerMinute, replicated, now }, done) => {
  const { database } = app;
  const key = sharedKey(database);
  let purged = now();

  const soon = <T>(promise: Promise<T>) =>
    within(
      DEADLINE,
      promise.catch((error: unknown) => {
        app.log.warn({ err: error }, 'spam is judged without the database');
        return undefined;
      }),
    );
  // By whoever counts first in a window: once a minute.
  const purge = (at: number) => {
    if (windowOf(at) <= windowOf(purged)) return;
    purged = at;
    void soon(purgeCounts(database, at));
  };

  app.decorate('spam', {
    token: async (audience) => makeToken(await key(), audience === 'page' ? pageInstant(now()) : now()),
    suspicionOf: async ({ token, website = '' }) => {
      if (website !== '') return 'honeypot';
      const known = await soon(key());
      return known && suspicionOfToken(known, token, now());
    },
    waitOf: async ({ ip, routeOptions }) => {
      if (!replicated) return undefined;
      const at = now();
      const counting = async () => {
        const submission = {
          key: await key(),
          client: normalizeIP(ip),
          form: routeOptions.url ?? '',
          now: at,
        };
        return countSubmission(database, submission);
      };
      const count = await soon(counting());
      purge(at);
      if (count === undefined || count <= submissionsPerMinute) return undefined;
      return Math.ceil((windowOf(at).getTime() + WINDOW - at) / 1000);
    },
  } satisfies Spam);
  done();
});
