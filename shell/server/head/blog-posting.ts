import type { LinkPreview } from './link-preview';
import { publisher } from './organization';

/** A post for search engines (https://schema.org/BlogPosting). */
export const blogPosting = (
  siteUrl: string,
  { url, title, description, image }: LinkPreview,
  { author, published }: NonNullable<LinkPreview['article']>,
) => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  '@id': `${url}#post`,
  mainEntityOfPage: url,
  url,
  headline: title,
  description,
  image: { '@type': 'ImageObject', url: image, width: 1200, height: 630 },
  datePublished: published,
  inLanguage: 'uk',
  author: { '@type': 'Person', name: author },
  publisher: publisher(siteUrl),
});
