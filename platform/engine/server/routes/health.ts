import type { FastifyPluginCallback } from 'fastify';

/** Not logged, because requested every few seconds. */
const QUIET = { logLevel: 'warn' } as const;

/** Whether the process lives, for its supervisor, and whether pages can be rendered, for load balancers. */
export const health: FastifyPluginCallback = (app, _, done) => {
  app.get('/healthz', QUIET, (_, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', QUIET, (_, reply) => {
    void reply.header('Cache-Control', 'no-store');
    if (app.engine.live().renderer.status().state !== 'failing') return reply.send({ status: 'ok' });
    return reply.status(503).send({ status: 'no page can be rendered here' });
  });
  done();
};
