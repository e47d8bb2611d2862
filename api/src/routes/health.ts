import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { canStore } from '../database/availability';
import { replyProblem } from '../plugins/problems';
import { problemResponses } from './schemas';

// However many ask: each look writes to the database.
const LOOK_MS = 1_000;
// Both are polled every few seconds: not worth a line in the log.
const logLevel = 'warn';

/** What probes ask for: whether the database stores, and whether this process answers at all. */
export const healthRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  let looked = -Infinity;
  let storing = Promise.resolve(false);
  const look = async () => {
    const works = await canStore(app.database);
    // What does not work is looked at again for the next that asks.
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
