import fastifyPlugin from 'fastify-plugin';

const INTERVAL_MS = 50;

/**
 * Lets a stopping server end as soon as its last response is sent. Fastify closes the connections that are idle when it
 * starts to stop; for later ones it would wait until their keep-alive time is over.
 */
export const promptClose = fastifyPlugin((app, _options, done) => {
  app.addHook('preClose', (next) => {
    const closing = setInterval(() => {
      app.server.closeIdleConnections();
    }, INTERVAL_MS).unref();
    app.server.once('close', () => {
      clearInterval(closing);
    });
    next();
  });
  done();
});
