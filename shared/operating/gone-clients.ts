import fp from 'fastify-plugin';

/**
 * Drops requests whose connection was closed before they are handled: no client would get the response, and code that
 * needs the client's address would fail.
 */
export const goneClients = fp((app, _options, done) => {
  app.addHook('onRequest', (request, reply, next) => {
    if (request.socket.remoteAddress === undefined) reply.hijack();
    else next();
  });
  done();
});
