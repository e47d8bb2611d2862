import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import type { PostSummary } from '@vidlunnia/contracts';
import { checkedPosts } from '@vidlunnia/contracts/answers';
import { REQUEST_ID_HEADER } from '@vidlunnia/operating';
import { api } from '@vidlunnia/settings/topology';
import { robots, rss, RSS_PATH, sitemap, SITEMAP_PATH } from '../pages/feed-documents';
import { RETRY_AFTER_SECONDS, TryLaterError } from '../plugins/errors';

/** For the API to return its list. */
const DEADLINE_MS = 2_000;

interface Options {
  /** Public origin of the site. */
  readonly siteUrl: string;
  readonly apiOrigin: string;
}

const FEEDS = [
  { path: SITEMAP_PATH, type: 'application/xml; charset=utf-8', write: sitemap },
  { path: RSS_PATH, type: 'application/rss+xml; charset=utf-8', write: rss },
];

/** Files that search engines and feed readers request by themselves. */
export const feeds: FastifyPluginCallback<Options> = (app, { siteUrl, apiOrigin }, done) => {
  app.get('/robots.txt', (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=86400')
      .send(robots(siteUrl)),
  );

  for (const { path, type, write } of FEEDS) {
    app.get(path, async (request, reply) => {
      const posts = await fetchPosts(apiOrigin, request).catch((cause: unknown) => {
        // A shorter sitemap or feed would mean that posts were removed.
        const reason = cause instanceof Error ? cause.message : String(cause);
        request.log.warn(`${path} could not be made: ${reason}`);
        throw new TryLaterError(503, RETRY_AFTER_SECONDS, reason, { cause });
      });
      return reply.type(type).header('Cache-Control', 'public, max-age=60').send(write(siteUrl, posts));
    });
  }
  done();
};

/** The posts, newest first. Invalid ones are left out and logged. The API counts the request for the visitor. */
async function fetchPosts(
  apiOrigin: string,
  { ip, id, log }: FastifyRequest,
): Promise<readonly PostSummary[]> {
  const response = await fetch(`${apiOrigin}${api.prefix}/blog`, {
    headers: { 'X-Forwarded-For': ip, [REQUEST_ID_HEADER]: id },
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  if (!response.ok) throw new Error(`the API responded with ${String(response.status)}`);
  return checkedPosts(await response.json(), (message) => {
    log.warn(message);
  });
}
