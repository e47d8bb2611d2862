import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { ContactMessageSchema } from '@vidlunnia/contracts/schemas';
import { storeMessage } from '../../../submissions/store-submission';
import { submissionHandler, submissionRoute } from '../../submission-route';

export const contactRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  const route = submissionRoute(app, ContactMessageSchema, 'Send a contact message');
  app.post('', route, submissionHandler(app, storeMessage));
  done();
};
