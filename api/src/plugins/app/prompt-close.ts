import fastifyPlugin from 'fastify-plugin';

const LOOK_MS = 50;

/**
 * Lets a stopping server end as soon as its last answer is out. Fastify closes the connections that are idle when it
 * begins to stop; one that falls idle later would be waited for until its keep-alive time is over.
 */
export const promptClose = fastifyPlugin((app, _options, done) => {
  app.addHook('preClose', (next) => {
    const look = setInterval(() => {
      app.server.closeIdleConnections();
    }, LOOK_MS).unref();
    app.server.once('close', () => {
      clearInterval(look);
    });
    next();
  });
  done();
});
