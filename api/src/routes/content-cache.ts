import type { onSendHookHandler } from 'fastify';

const CONTENT = 'public, max-age=60, stale-while-revalidate=600';

/** Lets browsers and proxies keep content for a minute; what failed is not kept. */
export const cacheContent: onSendHookHandler = (_request, reply, payload, done) => {
  if (reply.statusCode < 400) reply.header('cache-control', CONTENT);
  done(null, payload);
};
