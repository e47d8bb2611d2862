import { randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { VISIT_PATH } from '../../page/failures';
import type { Engine } from '../open-engine';
import { REQUEST_LIMIT } from '../plugins/security';
import { hasPreview } from '../previews/previews';
import type { Live } from '../releases/live-set';

declare module 'fastify' {
  interface FastifyInstance {
    /** The set of rollouts that the browser's bucket gets; `null` for the live set. */
    readonly rolloutOf?: (request: FastifyRequest) => Promise<Live | null>;
    /** Counts a visitor for whom a release threw while its page was rendered. */
    readonly failedOnServer?: (request: FastifyRequest, remote: string, version: string) => void;
  }
}

/** The visitor's bucket. Two digits, because nginx treats the value `0` as no cookie. */
const COOKIE = /(?:^|;\s*)group=(\d\d)(?:;|$)/;
/** As long as the privacy page says. */
const DAY_SECONDS = 86_400;
const VisitStart = Type.Object({ releaseSet: Type.String({ maxLength: 12 }) });

/**
 * Divides visitors into groups while a rollout runs. A visitor's first page is always the live one, which caches may
 * store. The request that begins the visit sets the cookie with the visitor's bucket.
 */
export const groups = fp((app, _, done) => {
  const { engine } = app;
  const rolloutOf = async ({ headers }: FastifyRequest): Promise<Live | null> => {
    const bucket = bucketIn(headers.cookie);
    return bucket === null ? null : engine.rollouts.for(bucket);
  };
  app.decorate('rolloutOf', rolloutOf);
  app.decorate('failedOnServer', ({ headers, ip }, remote, version) => {
    if (isCounted(engine, headers)) engine.visits.failedOnServer(ip, remote, version);
  });

  app.post<{ Body: Static<typeof VisitStart> }>(
    VISIT_PATH,
    { logLevel: 'warn', config: REQUEST_LIMIT, bodyLimit: 1_024, schema: { body: VisitStart } },
    async (request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      const { headers, body, ip, protocol } = request;
      if (hasPreview(headers)) return reply.status(204).send();
      const isRunning = engine.rollouts.running().length > 0;
      const known = bucketIn(headers.cookie);
      if (isRunning || known !== null) {
        const value = String(known ?? randomInt(100)).padStart(2, '0');
        const attributes = `Path=/; HttpOnly; SameSite=Lax${protocol === 'https' ? '; Secure' : ''}`;
        const seconds = isRunning ? DAY_SECONDS : 0;
        void reply.header('Set-Cookie', `group=${value}; ${attributes}; Max-Age=${String(seconds)}`);
      }
      const partial = await rolloutOf(request);
      // An old tab may name either set. A set that is no longer live is not counted.
      const sets = [engine.live().releaseSet, ...(partial ? [partial.releaseSet] : [])];
      const set = sets.find(({ id }) => id === body.releaseSet);
      if (!set || !isCounted(engine, headers)) return reply.status(204).send();
      engine.visits.begin(ip, set);
      return reply.send({ visit: set.id });
    },
  );
  done();
});

/**
 * Whether visits and failures of this browser count. During a rollout it needs a bucket: every visitor's first page is
 * the live one, but the samples of both releases must have the same kind of visitors.
 */
const isCounted = ({ rollouts }: Pick<Engine, 'rollouts'>, { cookie }: IncomingHttpHeaders) =>
  rollouts.running().length === 0 || bucketIn(cookie) !== null;

function bucketIn(cookie = ''): number | null {
  const [, bucket] = COOKIE.exec(cookie) ?? [];
  return bucket === undefined ? null : Number(bucket);
}
