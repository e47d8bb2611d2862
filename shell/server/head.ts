import { openingHours, type Owner } from '@vidlunnia/content';
import { postalAddress, type PageHead } from '@vidlunnia/contracts';
import type { DocumentHead } from '@vidlunnia/engine';
import { embeddedJson, escaped } from '@vidlunnia/engine/server';
import { addressOf, type Page } from '../src/pages';
import type { SiteFacts } from '../src/texts/texts';

interface PageDocument extends DocumentHead {
  readonly page: Page;
  readonly head: PageHead;
  readonly facts: SiteFacts;
}

/** Words for search engines and link previews (site copy, section 18). */
const TEXTS = {
  name: 'Відлуння',
  titleEnding: '\u00a0— Відлуння',
  slogan: 'Маркетинг, який відгукується',
  description:
    'Діджитал-агенція з Вінниці: SMM, контент-маркетинг, лідогенерація, аналітика, SEO та брендинг. Понад 50 фахівців, понад 200 проєктів.',
  homeTitle: 'Гукнемо так, що відгукнеться',
  homeImageAlt:
    'Написи «Гукнемо так, що відгукнеться» та «Відлуння, діджитал-агенція у Вінниці», поруч від коралової крапки розходяться дуги',
} as const;

/** The blog's news feed. */
export const RSS = { path: '/rss.xml', title: 'Блог «Відлуння»' };

/** Tags of every page. */
const SITE_TAGS = [
  '<meta name="theme-color" content="#f7f4ee" media="(prefers-color-scheme: light)">',
  '<meta name="theme-color" content="#121019" media="(prefers-color-scheme: dark)">',
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/manifest.webmanifest">',
  `<link rel="alternate" href="${RSS.path}" type="application/rss+xml" title="${RSS.title}">`,
];

/** The API's preview image of the home page; a post has its own. */
const HOME_IMAGE = '/api/og/home.png';

/**
 * Tags for devices, search engines, and link previews: OpenGraph for messengers and social networks (https://ogp.me),
 * and more for X. Addresses without a page are not indexed. The canonical address has no trailing slash and no query.
 */
export function headTags({ page, kind, head, siteUrl, facts }: PageDocument): string[] {
  if (kind !== 'page') return ['<meta name="robots" content="noindex">', ...SITE_TAGS];
  const { article, description } = head;
  const isHome = page.kind === 'home';
  const url = siteUrl + addressOf(page);
  // Link previews and search results show the site's name next to the title.
  const title = isHome ? TEXTS.homeTitle : head.title.replace(new RegExp(`${TEXTS.titleEnding}$`), '');
  const image = new URL(article?.image ?? HOME_IMAGE, siteUrl).href;
  const described = isHome
    ? professionalService(siteUrl, facts.owner)
    : article && blogPosting(siteUrl, { ...article, url, title, description, image });
  return [
    `<link rel="canonical" href="${escaped(url)}">`,
    ...metaTags('property', {
      'og:site_name': TEXTS.name,
      'og:locale': 'uk_UA',
      'og:type': article ? 'article' : 'website',
      'og:url': url,
      'og:title': title,
      'og:description': description,
      'og:image': image,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': article?.imageAlt ?? TEXTS.homeImageAlt,
      'article:published_time': article?.published,
      'article:modified_time': article?.modified,
      'article:author': article?.author,
    }),
    // X takes everything else from OpenGraph.
    ...metaTags('name', { author: article?.author, 'twitter:card': 'summary_large_image' }),
    // Browsers do not execute a data block, so the policy for scripts does not apply.
    ...(described ? [`<script type="application/ld+json">${embeddedJson(described)}</script>`] : []),
    ...SITE_TAGS,
  ];
}

const metaTags = (attribute: 'name' | 'property', contents: Readonly<Record<string, string | undefined>>) =>
  Object.entries(contents).flatMap(([name, content]) =>
    content ? [`<meta ${attribute}="${name}" content="${escaped(content)}">`] : [],
  );

/** The agency, as a publisher. */
const publisher = (siteUrl: string) => ({
  '@type': 'Organization',
  '@id': `${siteUrl}/#organization`,
  name: TEXTS.name,
});

/** The agency for search engines (https://schema.org/ProfessionalService). */
const professionalService = (
  siteUrl: string,
  { contact: { address, email, hours, map, phone }, social }: Owner,
) => ({
  '@context': 'https://schema.org',
  ...publisher(siteUrl),
  url: `${siteUrl}/`,
  logo: { '@type': 'ImageObject', url: `${siteUrl}/icon-512.png`, width: 512, height: 512 },
  '@type': 'ProfessionalService',
  slogan: TEXTS.slogan,
  description: TEXTS.description,
  image: `${siteUrl}/icon-512.png`,
  telephone: phone,
  email,
  address: postalAddress(address),
  hasMap: map,
  openingHoursSpecification: openingHours(hours),
  sameAs: Object.values(social).filter((link) => link !== ''),
});

type Facts = Readonly<Record<'url' | 'title' | 'image' | 'author' | 'published', string>> & {
  readonly description: string | undefined;
  readonly modified?: string;
};

/** A post for search engines (https://schema.org/BlogPosting). */
const blogPosting = (
  siteUrl: string,
  { url, title, description, image, author, published, modified }: Facts,
) => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  mainEntityOfPage: url,
  headline: title,
  description,
  image: { '@type': 'ImageObject', url: image, width: 1200, height: 630 },
  datePublished: published,
  dateModified: modified,
  inLanguage: 'uk',
  author: { '@type': 'Person', name: author },
  publisher: publisher(siteUrl),
});
