import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { isDatabaseAlive } from '../../../database/availability';
import { replyProblem } from '../../../plugins/app/problems';
import { problemResponses } from '../../schemas';

export const healthRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  app.get(
    '',
    {
      config: { rateLimit: false },
      // Polled every few seconds: not worth a line in the log.
      logLevel: 'warn',
      schema: {
        summary: 'Whether the API and its database work',
        response: { 200: Type.Object({ status: Type.Literal('ok') }), ...problemResponses },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      if (await isDatabaseAlive(app.database)) return { status: 'ok' as const };
      return replyProblem(reply, 503);
    },
  );
  done();
};
