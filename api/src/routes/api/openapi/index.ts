import type { FastifyPluginCallback } from 'fastify';

export const openApiRoutes: FastifyPluginCallback = (app, _options, done) => {
  // Probes ask for it every few seconds, whatever the database does: no news in the log.
  app.get('', { logLevel: 'warn', schema: { hide: true } }, () => app.swagger());
  done();
};
