import type { FastifyInstance } from 'fastify';
import { replyProblem } from './problems';

/**
 * Records the methods of each address that is added from now on.
 * @returns a function that adds a response to every other method: 405, with the allowed ones in `Allow`
 */
export function noteMethods(app: FastifyInstance): () => void {
  const known = new Map<string, readonly string[]>();
  app.addHook('onRoute', ({ url, method }) => {
    known.set(url, [...(known.get(url) ?? []), ...[method].flat()]);
  });
  return () => {
    for (const [url, methods] of [...known]) {
      app.route({
        url,
        method: app.supportedMethods.filter((method) => !methods.includes(method)),
        schema: { hide: true },
        // Before a body is read, whatever its type.
        onRequest: (_request, reply) => {
          replyProblem(reply.header('allow', methods.join(', ')), 405);
        },
        handler: () => undefined,
      });
    }
  };
}
