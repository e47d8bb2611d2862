import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { JobApplicationSchema } from '@vidlunnia/contracts/schemas';
import { storeApplication } from '../../../../submissions/store-submission';
import { submissionHandler, submissionRoute } from '../../../submission-route';

export const applyRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  const route = submissionRoute(app, JobApplicationSchema, 'Send a job application');
  app.post('', route, submissionHandler(app, storeApplication));
  done();
};
