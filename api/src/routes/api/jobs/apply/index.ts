import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { JobApplicationSchema } from '@vidlunnia/shared/contracts/schemas';
import { storeApplication } from '../../../../submissions/store-submission';
import { submissionRoute } from '../../../submission-route';

export const applyRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  const route = submissionRoute(app, JobApplicationSchema, 'Send a job application');
  app.post('', route, async (request, reply) => {
    const { channels, wake } = app.deliveries;
    const suspicion = await app.spam.suspicionOf(request.body);
    await storeApplication(app.database, request.body, request.headers['idempotency-key'], {
      channels,
      suspicion,
    });
    wake();
    return reply.code(201).send({});
  });
  done();
};
