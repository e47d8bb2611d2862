import type { FastifyPluginCallback } from 'fastify';

export const openApiRoutes: FastifyPluginCallback = (app, _options, done) => {
  app.get('', { schema: { hide: true } }, () => app.swagger());
  done();
};
