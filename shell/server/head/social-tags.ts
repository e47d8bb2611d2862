import type { LinkPreview } from './link-preview';
import { meta, property } from './tags';
import { HEAD_TEXTS } from './texts';

/** OpenGraph, which messengers and networks read (https://ogp.me), and what X wants beside it. */
export function socialTags(preview: LinkPreview): string[] {
  const { url, title, description, image, imageAlt, article } = preview;
  return [
    property('og:site_name', HEAD_TEXTS['og.siteName']),
    property('og:locale', 'uk_UA'),
    property('og:type', article ? 'article' : 'website'),
    property('og:url', url),
    property('og:title', title),
    ...(description ? [property('og:description', description)] : []),
    property('og:image', image),
    property('og:image:type', 'image/png'),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', imageAlt),
    ...(article ? articleTags(article) : []),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', title),
    ...(description ? [meta('twitter:description', description)] : []),
    meta('twitter:image', image),
    meta('twitter:image:alt', imageAlt),
  ];
}

const articleTags = ({ author, published }: NonNullable<LinkPreview['article']>) => [
  meta('author', author),
  property('article:published_time', published),
  property('article:author', author),
];
