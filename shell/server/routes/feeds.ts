import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { archivePath, postPath, PRIVACY_PATH, type PostSummary } from '@vidlunnia/contracts';
import { checkedPosts } from '@vidlunnia/contracts/answers';
import { REQUEST_ID_HEADER } from '@vidlunnia/operating';
import { api } from '@vidlunnia/settings/topology';
import { escaped, RETRY_AFTER_SECONDS, TryLaterError } from '@vidlunnia/engine/server';
import { plainText } from '@vidlunnia/operating/encoding';
import { RSS } from '../head';

const SITEMAP_PATH = '/sitemap.xml';

/** Texts of the news feed (site copy, section 18). */
const RSS_DESCRIPTION = 'Навчальні кейси з розрахунками, інструкції та помилки діджитал-агенції з Вінниці.';

/** For the API to return its list. */
const DEADLINE_MS = 2_000;

interface Options {
  /** Public origin of the site. */
  readonly siteUrl: string;
  readonly apiOrigin: string;
}

/** Serves the files that search engines and feed readers request. */
export const feeds: FastifyPluginCallback<Options> = (app, { siteUrl, apiOrigin }, done) => {
  app.get('/robots.txt', (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=86400')
      .send(robots(siteUrl)),
  );

  for (const [path, type, write] of [
    [SITEMAP_PATH, 'application/xml; charset=utf-8', sitemap],
    [RSS.path, 'application/rss+xml; charset=utf-8', rss],
  ] as const) {
    app.get(path, async (request, reply) => {
      const posts = await fetchPosts(apiOrigin, request).catch((cause: unknown) => {
        // Never a shorter list, because readers would take the missing posts as removed.
        const reason = cause instanceof Error ? cause.message : String(cause);
        request.log.warn(`${path} could not be made: ${reason}`);
        throw new TryLaterError(503, RETRY_AFTER_SECONDS, reason, { cause });
      });
      const { etag, bodies } = plainText(write(siteUrl, posts));
      void reply.type(type).headers({ 'Cache-Control': 'public, max-age=60', ETag: etag });
      return fresh(request.headers, { etag }) ? reply.status(304).send() : reply.send(bodies.identity);
    });
  }
  done();
};

/** The posts, newest first. Skips and logs invalid posts. The API's limit counts the request for the visitor. */
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

/** Characters that XML 1.0 forbids even as a reference (section 2.2), with lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Text of an element or a double-quoted attribute; characters that XML forbids are left out. */
const xml = (value: string): string => escaped(value.replace(FORBIDDEN, ''));

const element = (name: string, value: string): string => `<${name}>${xml(value)}</${name}>`;

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** Robots may read everything (RFC 9309), also the API, which has the preview images. */
const robots = (siteUrl: string): string =>
  ['User-agent: *', 'Disallow:', '', `Sitemap: ${siteUrl}${SITEMAP_PATH}`, ''].join('\n');

/**
 * The site's pages (https://www.sitemaps.org/protocol.html): home, the archive and each category that has posts, which
 * change with their posts, the page on personal data, and the posts. Home has no date, because its other sections have
 * none.
 */
export function sitemap(siteUrl: string, posts: readonly PostSummary[]): string {
  const page = (address: string, shown: readonly PostSummary[] = []) =>
    `<url>${element('loc', siteUrl + address)}${lastChange(shown, (date) => element('lastmod', date.toISOString()))}</url>`;
  const categories = new Set(posts.map(({ category }) => category));
  const postsOf = (wanted: string) => posts.filter(({ category }) => category === wanted);
  return [
    XML_DECLARATION,
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    page('/'),
    page(archivePath(), posts),
    ...[...categories].map((category) => page(archivePath(1, category), postsOf(category))),
    page(PRIVACY_PATH),
    ...posts.map((post) => page(postPath(post.id), [post])),
    '</urlset>',
    '',
  ].join('\n');
}

/** The blog's news feed, newest first (https://www.rssboard.org/rss-specification). */
export const rss = (siteUrl: string, posts: readonly PostSummary[]): string =>
  [
    XML_DECLARATION,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    '<channel>',
    element('title', RSS.title),
    element('link', siteUrl + archivePath()),
    element('description', RSS_DESCRIPTION),
    element('language', 'uk'),
    lastChange(posts, (date) => element('lastBuildDate', date.toUTCString())),
    `<atom:link href="${xml(siteUrl + RSS.path)}" rel="self" type="application/rss+xml"/>`,
    ...posts.map((post) => item(siteUrl, post)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');

function item(siteUrl: string, { id, title, excerpt, category, author, created_at }: PostSummary): string {
  const address = siteUrl + postPath(id);
  return [
    '<item>',
    element('title', title),
    element('link', address),
    `<guid isPermaLink="true">${xml(address)}</guid>`,
    element('pubDate', new Date(created_at).toUTCString()),
    element('description', excerpt),
    element('category', category),
    // RSS's own `author` is an e-mail address.
    element('dc:creator', author),
    '</item>',
  ].join('\n');
}

/** The date on which one of these posts last changed, as `write` shows it; empty without posts. */
function lastChange(posts: readonly PostSummary[], write: (date: Date) => string): string {
  const dates = posts.map(({ created_at, updated_at = created_at }) => Date.parse(updated_at));
  return dates.length > 0 ? write(new Date(Math.max(...dates))) : '';
}
