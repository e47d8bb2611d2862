import { archivePath, postPath, type PostSummary } from '@vidlunnia/contracts';
import { RSS_PATH } from './paths';
import { FEED_TEXTS } from './texts';
import { element, xml, XML_DECLARATION } from './xml';

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
