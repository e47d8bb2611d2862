import helmet from '@fastify/helmet';
import fastifyPlugin from 'fastify-plugin';

/** Headers for responses that are data: nothing in them may run, load or be framed. */
export const securityHeaders = fastifyPlugin(async (app) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    // Whether a host is always on TLS is known at the gateway that ends it.
    strictTransportSecurity: false,
  });
});
