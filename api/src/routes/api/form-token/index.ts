import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { FormTokenSchema } from '@vidlunnia/contracts/schemas';
import { problemResponses, ref } from '../../schemas';

export const formTokenRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  app.get(
    '',
    {
      schema: {
        summary: 'A token to send a form with: it says when the form was given out',
        response: { 200: ref(FormTokenSchema), ...problemResponses },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { token: await app.spam.token(app.isForPages(request) ? 'page' : 'visitor') };
    },
  );
  done();
};
