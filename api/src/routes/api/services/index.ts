import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { ServiceSchema } from '@vidlunnia/shared/contracts/schemas';
import { listServices } from '../../../content/list-services';
import { cacheContent } from '../../content-cache';
import { problemResponses, ref } from '../../schemas';

export const serviceRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  app.addHook('onSend', cacheContent);
  app.get(
    '',
    {
      schema: {
        summary: 'Services in the order in which the agency shows them',
        response: { 200: Type.Array(ref(ServiceSchema)), ...problemResponses },
      },
    },
    () => listServices(app.database),
  );
  done();
};
