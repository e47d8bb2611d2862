import { randomInt } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import fp from 'fastify-plugin';
import { VISIT_PATH } from '../../src/failures';
import type { PageRequest } from '../../src/pages/rendered-page';
import type { Site } from '../open-site';
import { hasPreview } from '../previews/previews';
import { createPageResponder, type ResponderOptions, type SetResponder, type Visitor } from '../routes/pages';

declare module 'fastify' {
  interface FastifyInstance {
    /** The pages of the rollout that the browser's bucket gets; `null` for the live pages. */
    readonly groupOf: (request: FastifyRequest) => Promise<SetResponder | null>;
    /** The visitor of a page. */
    readonly visitorOf: (request: FastifyRequest) => Visitor;
  }
}

interface Options {
  readonly site: Site;
  readonly document: Omit<ResponderOptions, 'live'>;
}

/** A visitor's bucket, with two digits: for nginx, a cookie of `0` counts as none. */
const COOKIE = /(?:^|;\s*)group=(\d\d)(?:;|$)/;
/** A day, as the privacy page says. */
const MAX_COOKIE_SECONDS = 86_400;
/** Requests per minute and address, for all pages. */
const LIMITS = { rateLimit: { max: 60, timeWindow: 60_000 } };
const BODY_LIMIT_BYTES = 1_024;
const VisitStart = Type.Object({ releaseSet: Type.String({ maxLength: 12 }) });

/**
 * Divides visitors into groups while a rollout runs. A visitor's first page is always the live one, which caches may
 * store. The request that begins the visit sets the cookie with the visitor's bucket.
 */
export const groups = fp<Options>((app, { site, document }, done) => {
  app.decorate('groupOf', async ({ headers }) => {
    const bucket = bucketIn(headers.cookie);
    const live = bucket === null ? null : await site.rollouts.for(bucket);
    if (!live) return null;
    const respond = createPageResponder({ ...document, live: () => live });
    return Object.assign((page: PageRequest, visitor?: Visitor) => respond(page, visitor), { live });
  });
  app.decorate('visitorOf', (request) => ({
    allowRender: () => app.allowRender(request),
    failed: (remote, version) => {
      site.visits.failedOnServer(request.ip, remote, version);
    },
  }));

  app.post<{ Body: Static<typeof VisitStart> }>(
    VISIT_PATH,
    { logLevel: 'warn', config: LIMITS, bodyLimit: BODY_LIMIT_BYTES, schema: { body: VisitStart } },
    async (request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      const { headers, body, ip, protocol } = request;
      if (hasPreview(headers)) return reply.status(204).send();
      const seconds = secondsOfRollouts(site);
      if (seconds > 0) {
        const bucket = bucketIn(headers.cookie) ?? randomInt(100);
        const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${String(seconds)}`;
        const secure = protocol === 'https' ? '; Secure' : '';
        const value = String(bucket).padStart(2, '0');
        void reply.header('Set-Cookie', `group=${value}; ${attributes}${secure}`);
      }
      const group = await app.groupOf(request);
      // A tab may be older than the cookie or the live set.
      const sets = [site.live().releaseSet, ...(group ? [group.live.releaseSet] : [])];
      const set = sets.find(({ id }) => id === body.releaseSet);
      const visit = set ? site.visits.begin(ip, set) : null;
      return visit === null ? reply.status(204).send() : reply.send({ visit });
    },
  );
  done();
});

function bucketIn(cookie = ''): number | null {
  const [, bucket] = COOKIE.exec(cookie) ?? [];
  return bucket === undefined ? null : Number(bucket);
}

/** Seconds until the last rollout ends. */
function secondsOfRollouts({ rollouts }: Pick<Site, 'rollouts'>): number {
  const ends = rollouts.running().map(([, { rollout }]) => Date.parse(rollout.until));
  return Math.min(Math.ceil((Math.max(0, ...ends) - Date.now()) / 1_000), MAX_COOKIE_SECONDS);
}
