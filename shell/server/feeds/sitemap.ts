import { archivePath, postPath, PRIVACY_PATH, type PostSummary } from '@vidlunnia/contracts';
import { element, XML_DECLARATION } from './xml';

/** The site's pages (https://www.sitemaps.org/protocol.html): home and the archive, which change with the newest post, the page on personal data, and the posts. */
export const sitemap = (siteUrl: string, posts: readonly PostSummary[]): string =>
  [
    XML_DECLARATION,
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    entry(`${siteUrl}/`, posts[0]?.created_at),
    entry(siteUrl + archivePath(), posts[0]?.created_at),
    entry(siteUrl + PRIVACY_PATH, undefined),
    ...posts.map(({ id, created_at }) => entry(siteUrl + postPath(id), created_at)),
    '</urlset>',
    '',
  ].join('\n');

const entry = (address: string, changed: string | undefined) =>
  `<url>${element('loc', address)}${changed ? element('lastmod', new Date(changed).toISOString()) : ''}</url>`;
