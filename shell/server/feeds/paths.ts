export const RSS_PATH = '/rss.xml';
export const SITEMAP_PATH = '/sitemap.xml';
