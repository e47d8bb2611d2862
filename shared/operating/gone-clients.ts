import fp from 'fastify-plugin';

/**
 * Drops requests whose connection was closed before anything looked at them: nobody is there to get a response, and
 * what asks for the client's address finds none.
 */
export const goneClients = fp((app, _options, done) => {
  app.addHook('onRequest', (request, reply, next) => {
    if (request.socket.remoteAddress === undefined) reply.hijack();
    else next();
  });
  done();
});
