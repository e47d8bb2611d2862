import type { FastifyReply } from 'fastify';
import type { Prepared } from '../content/prepared';

/** For browsers and proxies. */
const CONTENT_CACHE = 'public, max-age=60, stale-while-revalidate=600';

/** Sends bytes that are ready; 404 when there are none. */
export function sendPrepared(
  reply: FastifyReply,
  prepared: Prepared | undefined,
  cacheControl = CONTENT_CACHE,
): void {
  if (prepared === undefined) {
    reply.callNotFound();
    return;
  }
  const { type, bytes, etag } = prepared;
  reply.headers({ 'content-type': type, etag, 'cache-control': cacheControl }).send(bytes);
}
