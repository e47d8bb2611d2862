import type { FastifyPluginCallback } from 'fastify';
import type { Site } from '../open-site';

interface Options {
  readonly site: Pick<Site, 'live'>;
}

/** Polled every few seconds: not worth a line in the log. */
const QUIET = { logLevel: 'warn' } as const;

/** Whether the process lives, for whoever starts it anew, and whether pages can be rendered, for whoever sends visitors. */
export const health: FastifyPluginCallback<Options> = (app, { site }, done) => {
  app.get('/healthz', QUIET, (_, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', QUIET, (_, reply) => {
    void reply.header('Cache-Control', 'no-store');
    if (site.live().renderer.status().state !== 'failing') return reply.send({ status: 'ok' });
    return reply.status(503).send({ status: 'no page can be rendered here' });
  });
  done();
};
