import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { ServiceSchema } from '@vidlunnia/contracts/schemas';
import { problemResponses, ref } from '../../schemas';
import { sendPrepared } from '../../send-prepared';

export const serviceRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  app.get(
    '',
    {
      schema: {
        summary: 'Services in the order in which the agency shows them',
        response: { 200: Type.Array(ref(ServiceSchema)), ...problemResponses },
      },
    },
    (_request, reply) => {
      sendPrepared(reply, app.content.current.services);
    },
  );
  done();
};
