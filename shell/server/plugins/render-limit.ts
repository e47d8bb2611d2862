import rateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import { TryLaterError } from './errors';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a page that is about to be rendered for a visitor.
     * @throws TryLaterError when the visitor's allowance is used up
     */
    readonly allowRender: (request: FastifyRequest) => Promise<void>;
  }
}

interface Options {
  /** Pages rendered per minute for one address or IPv6 prefix; cached ones do not count. */
  readonly rendersPerMinute: number;
}

const MINUTE = 60_000;

/** Limits renders per visitor, so that requests for invented addresses do not use up everyone's capacity. */
export const renderLimit = fp<Options>(async (app, { rendersPerMinute }) => {
  await app.register(rateLimit, { global: false });
  const count = app.createRateLimit({ max: rendersPerMinute, timeWindow: MINUTE });
  app.decorate('allowRender', async (request) => {
    const limit = await count(request);
    if (!limit.isAllowed && limit.isExceeded)
      throw new TryLaterError(429, limit.ttlInSeconds, 'The visitor has had too many pages rendered');
  });
});
