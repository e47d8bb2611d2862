import fp from 'fastify-plugin';

/**
 * Drops requests whose connection closed before they are handled. Nobody would get the response, and code that needs
 * the client's address would fail.
 */
export const goneClients = fp((app, _options, done) => {
  app.addHook('onRequest', (request, reply, next) => {
    if (request.socket.remoteAddress === undefined) reply.hijack();
    else next();
  });
  done();
});
