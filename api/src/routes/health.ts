import { Type, type FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import { canStore } from '../database/availability';
import { replyProblem } from '../plugins/problems';
import { problemResponses } from './schemas';

// Milliseconds for which a success is known: each check writes to the database.
const KNOWN_MS = 1_000;
// Requested every few seconds: not logged.
const logLevel = 'warn';

/** Health checks: whether the database can write, and whether this process responds. */
export const healthRoutes: FastifyPluginCallbackTypebox = (app, _options, done) => {
  let stored = -Infinity;
  const check = singleFlight(async (_key: 'storing') => {
    const works = await canStore(app.database);
    if (works) stored = performance.now();
    return works;
  });
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
      const isKnown = performance.now() - stored < KNOWN_MS;
      if (isKnown || (await check('storing'))) return { status: 'ok' as const };
      return replyProblem(reply, 503);
    },
  );
  app.get('/openapi.json', { logLevel, schema: { hide: true } }, () => app.swagger());
  done();
};
