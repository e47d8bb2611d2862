import type { FastifyPluginCallback } from 'fastify';
import type { PostSummary } from '@vidlunnia/contracts';
import { checkedPosts } from '@vidlunnia/contracts/answers';
import type { Log } from '@vidlunnia/operating/log';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import { api } from '@vidlunnia/remote-kit/environment/topology';
import { robots, rss, RSS_PATH, sitemap, SITEMAP_PATH } from '../pages/feed-documents';

/** Milliseconds that the API may take for its list. */
const DEADLINE = 2_000;
/** Milliseconds for which a list is used before it is fetched again. */
const FRESH = 60_000;

interface Options {
  /** Origin by which visitors know the site. */
  readonly siteUrl: string;
  readonly apiOrigin: string;
}

const FEEDS = [
  { path: SITEMAP_PATH, type: 'application/xml; charset=utf-8', write: sitemap },
  { path: RSS_PATH, type: 'application/rss+xml; charset=utf-8', write: rss },
];

/** What search engines and feed readers ask for by itself. */
export const feeds: FastifyPluginCallback<Options> = (app, { siteUrl, apiOrigin }, done) => {
  const posts = createPostList(apiOrigin, app.log);

  app.get('/robots.txt', (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=86400')
      .send(robots(siteUrl)),
  );

  for (const { path, type, write } of FEEDS) {
    app.get(path, async (_, reply) => {
      const list = await posts().catch((error: unknown) => {
        app.log.warn(`${path} could not be made: ${error instanceof Error ? error.message : String(error)}`);
        return null;
      });
      // A shorter map or feed would say that posts are gone.
      if (!list)
        return reply.status(503).headers({ 'Cache-Control': 'no-store', 'Retry-After': '60' }).send();
      return reply.type(type).header('Cache-Control', 'public, max-age=60').send(write(siteUrl, list));
    });
  }
  done();
};

type Posts = readonly PostSummary[];

/**
 * The posts, newest first, as they were within the last minute. When they cannot be fetched, the last list stands for
 * another minute; rejects when there never was one.
 */
function createPostList(apiOrigin: string, log: Pick<Log, 'warn'>): () => Promise<Posts> {
  let kept: { readonly posts: Posts; readonly since: number } | null = null;

  const refresh = singleFlight(async (address: string): Promise<Posts> => {
    const posts = await fetchPosts(address, log).catch((error: unknown) => {
      if (kept) return kept.posts;
      throw error;
    });
    kept = { posts, since: Date.now() };
    return posts;
  });

  return async () =>
    kept && Date.now() - kept.since < FRESH ? kept.posts : refresh(`${apiOrigin}${api.prefix}/blog`);
}

/** What cannot be shown is left out and logged. */
async function fetchPosts(address: string, log: Pick<Log, 'warn'>): Promise<Posts> {
  const response = await fetch(address, { signal: AbortSignal.timeout(DEADLINE) }).catch((cause: unknown) => {
    throw new Error(`${address} could not be reached`, { cause });
  });
  if (!response.ok) throw new Error(`${address} responded with ${String(response.status)}`);
  return checkedPosts(await response.json(), (message) => {
    log.warn(message);
  });
}
