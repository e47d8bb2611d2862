import fp from 'fastify-plugin';
import type { LiveSite } from '../releases/live-site';

interface Options {
  readonly site: Pick<LiveSite, 'isReady'>;
}

/** Polled every few seconds: not worth a line in the log. */
const QUIET = { logLevel: 'warn' } as const;

/** Whether the process lives, for whoever starts it anew, and whether pages can be rendered, for whoever sends visitors. */
export const health = fp<Options>((app, { site }, done) => {
  app.get('/healthz', QUIET, (_, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', QUIET, (_, reply) => {
    void reply.header('Cache-Control', 'no-store');
    if (site.isReady()) return reply.send({ status: 'ok' });
    return reply.status(503).send({ status: 'no page can be rendered here' });
  });
  done();
});
