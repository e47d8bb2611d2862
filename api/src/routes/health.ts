import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { canStore } from '../database/availability';
import { replyProblem } from '../plugins/problems';
import { problemResponses } from './schemas';

// Minimum milliseconds between two checks: each writes to the database.
const LOOK_MS = 1_000;
// Requested every few seconds: not logged.
const logLevel = 'warn';

/** Health checks: whether the database can write, and whether this process responds. */
export const healthRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  let looked = -Infinity;
  let storing = Promise.resolve(false);
  const look = async () => {
    const works = await canStore(app.database);
    // After a failure, the next request checks again.
    if (!works) looked = -Infinity;
    return works;
  };
  app.get(
    '/health',
    {
      config: { rateLimit: false },
      logLevel,
      schema: {
        summary: 'Whether the API can store what it is sent',
        response: { 200: Type.Object({ status: Type.Literal('ok') }), ...problemResponses },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      if (performance.now() - looked >= LOOK_MS) {
        looked = performance.now();
        storing = look();
      }
      if (await storing) return { status: 'ok' as const };
      return replyProblem(reply, 503);
    },
  );
  app.get('/openapi.json', { logLevel, schema: { hide: true } }, () => app.swagger());
  done();
};
