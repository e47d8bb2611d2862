import fp from 'fastify-plugin';
import type { PostSummary } from '@vidlunnia/contracts';
import { RSS_PATH, SITEMAP_PATH } from './paths';
import { robots } from './robots';
import { rss } from './rss';
import { sitemap } from './sitemap';

interface Options {
  /** Origin by which visitors know the site. */
  readonly siteUrl: string;
  /** All posts, newest first. */
  readonly posts: () => Promise<readonly PostSummary[]>;
}

const FEEDS = [
  { path: SITEMAP_PATH, type: 'application/xml; charset=utf-8', write: sitemap },
  { path: RSS_PATH, type: 'application/rss+xml; charset=utf-8', write: rss },
];

/** What search engines and feed readers ask for by itself. */
export const feeds = fp<Options>((app, { siteUrl, posts }, done) => {
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
});
