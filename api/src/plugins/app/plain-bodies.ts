import fastifyPlugin from 'fastify-plugin';
import { replyProblem } from './problems';

/** Rejects bodies that are encoded (RFC 9110, section 8.4): nothing here decodes one, and none needs to be small. */
export const plainBodies = fastifyPlugin((app, _options, done) => {
  app.addHook('onRequest', (request, reply, next) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers;
    if (encoding.toLowerCase() === 'identity') next();
    else replyProblem(reply.header('accept-encoding', 'identity'), 415);
  });
  done();
});
