import { compile } from '@fastify/proxy-addr';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { RateLimitStore } from '@vidlunnia/operating/rate-limit-store';

const MINUTE_MS = 60_000;

// Counters in a cached response would show other clients' requests to its next reader.
const COUNTERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

interface Options {
  readonly requestsPerMinute: number;
  readonly trustProxy: string;
}

/**
 * Limits requests of one address or IPv6 prefix (/64) to this process; forms have a stricter `max` in their routes. The
 * front door's own reads do not count: it limits renders per visitor itself, and one visitor's limit must not apply to
 * all.
 */
export async function limitRates(app: FastifyInstance, { requestsPerMinute, trustProxy }: Options) {
  const isTrusted = compile(trustProxy.split(',').map((proxy) => proxy.trim()));
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: MINUTE_MS,
    store: RateLimitStore,
    // From a trusted proxy; a visitor's request through the front door always has `X-Forwarded-For`.
    allowList: ({ method, headers, socket }) =>
      (method === 'GET' || method === 'HEAD') &&
      headers['x-forwarded-for'] === undefined &&
      isTrusted(socket.remoteAddress ?? '', 0),
    addHeaders: { ...COUNTERS, 'retry-after': true },
    addHeadersOnExceeding: COUNTERS,
  });
}
