import rateLimit from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { noticePage } from '../notice-page';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts a page that is about to be rendered for a visitor.
     * @throws TooManyRendersError when the visitor's allowance is used up
     */
    readonly allowRender: (request: FastifyRequest) => Promise<void>;
  }
}

interface Options {
  /** Pages that are rendered for one address or IPv6 prefix a minute; cached ones cost nothing and don't count. */
  readonly rendersPerMinute: number;
}

const MINUTE = 60_000;

/** A visitor has had as many pages rendered as one may. */
export class TooManyRendersError extends Error {
  constructor(
    /** After so many seconds it may be asked again. */
    readonly retryAfter: number,
  ) {
    super('The visitor has had too many pages rendered');
    this.name = 'TooManyRendersError';
  }
}

/** What one visitor may have rendered, so that nobody's made-up addresses take the others' share. */
export const renderLimit = fp<Options>(async (app, { rendersPerMinute }) => {
  await app.register(rateLimit, { global: false });
  const count = app.createRateLimit({ max: rendersPerMinute, timeWindow: MINUTE });
  app.decorate('allowRender', async (request) => {
    const limit = await count(request);
    if (!limit.isAllowed && limit.isExceeded) throw new TooManyRendersError(limit.ttlInSeconds);
  });
});

const PAGE = noticePage(
  'Забагато запитів',
  'З вашої адреси відкривають дуже багато сторінок поспіль. Зачекайте хвилину й оновіть сторінку.',
);

/** Answers a visitor whose allowance is used up; rethrows any other error. */
export function sendTooManyRenders(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof TooManyRendersError)) throw error;
  return reply
    .status(429)
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .header('Retry-After', error.retryAfter)
    .send(PAGE);
}
