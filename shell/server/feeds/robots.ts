import { SITEMAP_PATH } from './paths';

/** Everything may be read (RFC 9309): the API too, of which previews take their pictures. */
export const robots = (siteUrl: string): string =>
  ['User-agent: *', 'Disallow:', '', `Sitemap: ${siteUrl}${SITEMAP_PATH}`, ''].join('\n');
