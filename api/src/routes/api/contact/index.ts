import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { ContactMessageSchema } from '@vidlunnia/shared/contracts/schemas';
import { storeMessage } from '../../../submissions/store-submission';
import { submissionRoute } from '../../submission-route';

export const contactRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  const route = submissionRoute(app, ContactMessageSchema, 'Send a contact message');
  app.post('', route, async (request, reply) => {
    const { channels, wake } = app.deliveries;
    const suspicion = await app.spam.suspicionOf(request.body);
    await storeMessage(app.database, request.body, request.headers['idempotency-key'], {
      channels,
      suspicion,
    });
    wake();
    return reply.code(201).send({});
  });
  done();
};
