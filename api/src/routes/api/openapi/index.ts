import type { FastifyPluginCallback } from 'fastify';

export const openApiRoutes: FastifyPluginCallback = (app, _options, done) => {
  // Probes poll it every few seconds, whatever the database does: not worth a line in the log.
  app.get('', { logLevel: 'warn', schema: { hide: true } }, () => app.swagger());
  done();
};
