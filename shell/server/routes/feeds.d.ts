import type { FastifyPluginCallback } from 'fastify';
import { type PostSummary } from '@vidlunnia/contracts';
interface Options {
  /** Public origin of the site. */
  readonly siteUrl: string;
  readonly apiOrigin: string;
}
/** Serves the files that search engines and feed readers request. */
export declare const feeds: FastifyPluginCallback<Options>;
/**
 * The site's pages (https://www.sitemaps.org/protocol.html): home, the archive and each category that has posts, which
 * change with their posts, the page on personal data, and the posts. Home has no date, because its other sections have
 * none.
 */
export declare function sitemap(siteUrl: string, posts: readonly PostSummary[]): string;
/** The blog's news feed, newest first (https://www.rssboard.org/rss-specification). */
export declare const rss: (siteUrl: string, posts: readonly PostSummary[]) => string;
export {};
