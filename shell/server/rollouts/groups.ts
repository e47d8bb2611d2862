import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Type, type Static } from '@sinclair/typebox';
import fp from 'fastify-plugin';
import { VISIT_PATH } from '../../src/failures';
import type { PageRequest } from '../../src/pages/rendered-page';
import type { Site } from '../open-site';
import { TryLaterError } from '../plugins/errors';
import { hasPreview } from '../previews/previews';
import { SaturatedError } from '../render/supervised-worker';
import {
  createPageResponder,
  type ResponderOptions,
  type RespondToPage,
  type SetResponder,
  type Visitor,
} from '../routes/pages';

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
  readonly respondLive: RespondToPage;
}

/** The visitor's bucket. Two digits, because nginx treats the value `0` as no cookie. */
const COOKIE = /(?:^|;\s*)group=(\d\d)(?:;|$)/;
/** A day, as the privacy page says. */
const MAX_COOKIE_SECONDS = 86_400;
/** For the promotion at the end of a rollout. */
const PROMOTION_MS = 60_000;
/** Requests per minute and address, for all pages. */
const LIMITS = { rateLimit: { max: 60, timeWindow: 60_000 } };
const BODY_LIMIT_BYTES = 1_024;
const VisitStart = Type.Object({ releaseSet: Type.String({ maxLength: 12 }) });

/**
 * Divides visitors into groups while a rollout runs. A visitor's first page is always the live one, which caches may
 * store. The request that begins the visit sets the cookie with the visitor's bucket.
 */
export const groups = fp<Options>((app, { site, document, respondLive }, done) => {
  app.decorate('groupOf', async ({ headers }) => {
    const bucket = bucketIn(headers.cookie);
    const live = bucket === null ? null : await site.rollouts.for(bucket);
    if (!live) return null;
    const respond = createPageResponder({ ...document, live: () => live });
    const respondOrFallBack = async (page: PageRequest, visitor?: Visitor) => {
      try {
        return await respond(page, visitor);
      } catch (error) {
        // A busy worker, or a visitor's used up allowance, is not the release's fault.
        if (!(error instanceof TryLaterError) || error.statusCode !== 503) throw error;
        if (error.cause instanceof SaturatedError) throw error;
        for (const [name, { version }] of site.rollouts.running())
          if (live.releases[name]?.version === version) visitor?.failed(name, version);
        return respondLive(page, visitor);
      }
    };
    return Object.assign(respondOrFallBack, { live });
  });
  app.decorate('visitorOf', (request) => ({
    allowRender: () => app.allowRender(request),
    failed: (remote, version) => {
      if (isCounted(site, request.headers)) site.visits.failedOnServer(request.ip, remote, version);
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
      // An old tab may name either set. A set that is no longer live is not counted.
      const sets = [site.live().releaseSet, ...(group ? [group.live.releaseSet] : [])];
      const set = sets.find(({ id }) => id === body.releaseSet);
      const visit = set && isCounted(site, headers) ? site.visits.begin(ip, set) : null;
      return visit === null ? reply.status(204).send() : reply.send({ visit });
    },
  );
  done();
});

/**
 * Whether visits and failures of this browser count. During a rollout it needs a bucket: every visitor's first page is
 * the live one, but the samples of both releases must have the same kind of visitors.
 */
const isCounted = ({ rollouts }: Pick<Site, 'rollouts'>, { cookie }: IncomingHttpHeaders) =>
  rollouts.running().length === 0 || bucketIn(cookie) !== null;

function bucketIn(cookie = ''): number | null {
  const [, bucket] = COOKIE.exec(cookie) ?? [];
  return bucket === undefined ? null : Number(bucket);
}

/** Seconds until the last rollout has been promoted; none without a rollout. */
function secondsOfRollouts({ rollouts }: Pick<Site, 'rollouts'>): number {
  const ends = rollouts.running().map(([, { rollout }]) => Date.parse(rollout.until) + PROMOTION_MS);
  return Math.min(Math.ceil((Math.max(0, ...ends) - Date.now()) / 1_000), MAX_COOKIE_SECONDS);
}
