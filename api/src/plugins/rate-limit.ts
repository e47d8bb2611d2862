import { compile } from '@fastify/proxy-addr';
import rateLimit from '@fastify/rate-limit';
import { Windows } from '@vidlunnia/operating/windows';
import fastifyPlugin from 'fastify-plugin';

const MINUTE_MS = 60_000;

// Counters in a cached response would show other clients' requests to its next reader.
const COUNTERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Whether the request is the front door's own, for a page that many visitors get: from a trusted proxy, without
     * `X-Forwarded-For`. A visitor's request through the front door always has that header.
     */
    readonly isForPages: (request: FastifyRequest) => boolean;
  }
}

interface Options {
  readonly requestsPerMinute: number;
  readonly trustProxy: string;
}

/**
 * Limits requests of one address or IPv6 prefix (/64) to this process; forms have a stricter `max` in their routes. The
 * front door's own reads do not count: it limits renders per visitor itself, and one visitor's limit must not apply to
 * all.
 */
export const rateLimits = fastifyPlugin<Options>(async (app, { requestsPerMinute, trustProxy }) => {
  const isTrusted = compile(trustProxy.split(',').map((proxy) => proxy.trim()));
  app.decorate(
    'isForPages',
    ({ method, headers, socket }) =>
      (method === 'GET' || method === 'HEAD') &&
      headers['x-forwarded-for'] === undefined &&
      isTrusted(socket.remoteAddress ?? '', 0),
  );
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: MINUTE_MS,
    store: Windows,
    allowList: (request) => app.isForPages(request),
    addHeaders: { ...COUNTERS, 'retry-after': true },
    addHeadersOnExceeding: COUNTERS,
  });
});
