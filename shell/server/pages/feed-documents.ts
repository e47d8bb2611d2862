import { archivePath, postPath, PRIVACY_PATH, type PostSummary } from '@vidlunnia/contracts';
import { escaped } from './inline-text';

export const RSS_PATH = '/rss.xml';
export const SITEMAP_PATH = '/sitemap.xml';

/** Words of the news feed by key (site copy, section 18). */
export const FEED_TEXTS = {
  'rss.title': 'Блог «Відлуння»',
  'rss.description': 'Навчальні кейси з розрахунками, інструкції та помилки діджитал-агенції з Вінниці.',
} as const;

/** Characters that XML 1.0 forbids even as a reference (section 2.2), with lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Text of an element or a double-quoted attribute; characters that XML forbids are left out. */
const xml = (value: string): string => escaped(value.replace(FORBIDDEN, ''));

const element = (name: string, value: string): string => `<${name}>${xml(value)}</${name}>`;

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** Everything may be read (RFC 9309), also the API, which has the preview images. */
export const robots = (siteUrl: string): string =>
  ['User-agent: *', 'Disallow:', '', `Sitemap: ${siteUrl}${SITEMAP_PATH}`, ''].join('\n');

/**
 * The site's pages (https://www.sitemaps.org/protocol.html): home and the archive, which change with the newest post,
 * each category that has posts, which changes with its newest, the page on personal data, and the posts.
 */
export function sitemap(siteUrl: string, posts: readonly PostSummary[]): string {
  const page = (address: string, changed?: string) =>
    `<url>${element('loc', siteUrl + address)}${changed ? element('lastmod', new Date(changed).toISOString()) : ''}</url>`;
  const categories = new Map<string, string>();
  for (const { category, created_at } of posts)
    if (!categories.has(category)) categories.set(category, created_at);
  return [
    XML_DECLARATION,
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    page('/', posts[0]?.created_at),
    page(archivePath(), posts[0]?.created_at),
    ...[...categories].map(([category, changed]) => page(archivePath(1, category), changed)),
    page(PRIVACY_PATH),
    ...posts.map(({ id, created_at }) => page(postPath(id), created_at)),
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
    element('title', FEED_TEXTS['rss.title']),
    element('link', siteUrl + archivePath()),
    element('description', FEED_TEXTS['rss.description']),
    element('language', 'uk'),
    ...posts.slice(0, 1).map(({ created_at }) => element('lastBuildDate', rfc822(created_at))),
    `<atom:link href="${xml(siteUrl + RSS_PATH)}" rel="self" type="application/rss+xml"/>`,
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
    element('pubDate', rfc822(created_at)),
    element('description', excerpt),
    element('category', category),
    // RSS's own `author` is an e-mail address.
    element('dc:creator', author),
    '</item>',
  ].join('\n');
}

const rfc822 = (date: string) => new Date(date).toUTCString();
