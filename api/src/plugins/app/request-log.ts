import fastifyPlugin from 'fastify-plugin';

/** One line a request, when it is answered: method, route, status and duration, with the request's id. */
export const requestLog = fastifyPlugin((app, _options, done) => {
  app.addHook('onResponse', (request, reply, next) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    next();
  });
  done();
});
