import rateLimit from '@fastify/rate-limit';
import fastifyPlugin from 'fastify-plugin';

const MINUTE_MS = 60_000;

// Counters in a cached response would reveal other clients' requests to the next reader.
const COUNTERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
const QUIET = { addHeaders: { ...COUNTERS, 'retry-after': true }, addHeadersOnExceeding: COUNTERS };

/** A loose limit on what one address may ask; submissions have a stricter one of their own. */
export const rateLimits = fastifyPlugin<{ requestsPerMinute: number }>(async (app, { requestsPerMinute }) => {
  await app.register(rateLimit, { max: requestsPerMinute, timeWindow: MINUTE_MS, ...QUIET });
});

/** Route configuration of a form's address: submissions of one address to this form. */
export const submissionLimit = (perMinute: number) => ({
  rateLimit: { max: perMinute, timeWindow: MINUTE_MS },
});
