import type { FastifyPluginCallback } from 'fastify';
import { RELEASE_REPORT_PATH, type ReleaseReport } from '@vidlunnia/releases/release';
import { RELEASE_SET_PATH } from '../../page/remotes/release-set';

/** Not logged, because requested every few seconds. */
const QUIET = { logLevel: 'warn' } as const;

/**
 * What the server says of itself: to its supervisor, whether the process lives; to load balancers, whether pages can be
 * rendered; to browsers that need another remote than their document names, and to teams, which releases are live.
 */
export const status: FastifyPluginCallback = (app, _, done) => {
  const { engine } = app;
  app.addHook('onRequest', (_, reply, next) => {
    void reply.header('Cache-Control', 'no-store');
    next();
  });
  app.get('/healthz', QUIET, (_, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', QUIET, (_, reply) => {
    if (engine.live().renderer.status().state !== 'failing') return reply.send({ status: 'ok' });
    return reply.status(503).send({ status: 'no page can be rendered here' });
  });
  app.get(RELEASE_SET_PATH, async (request) => (await app.shownTo(request)).live.releaseSet);
  app.get(RELEASE_REPORT_PATH, () => engine.report() satisfies ReleaseReport);
  done();
};
