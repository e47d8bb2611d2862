import type { Owner } from '@vidlunnia/content';
import { postalAddress, type ContactDetails, type PageHead } from '@vidlunnia/contracts';
import { addressOf, type Page } from '../../src/pages/pages';
import type { RenderedPage } from '../../src/pages/rendered-page';
import { FEED_TEXTS, RSS_PATH } from './feed-documents';
import { embeddedJson, escaped } from './inline-text';

/** Words for link previews by key (site copy, section 18). */
const TEXTS = {
  'meta.post.ending': ' — Відлуння',
  'og.siteName': 'Відлуння',
  'og.home.title': 'Гукнемо так, що відгукнеться',
  'og.home.alt':
    'Написи «Гукнемо так, що відгукнеться» та «Відлуння, діджитал-агенція у Вінниці», поруч від коралової крапки розходяться дуги',
} as const;

/** Tags of every page. */
const SITE_TAGS = [
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  '<link rel="manifest" href="/manifest.webmanifest">',
  `<link rel="alternate" href="${RSS_PATH}" type="application/rss+xml" title="${FEED_TEXTS['rss.title']}">`,
];

/** The API's preview image of the home page; a post has its own. */
const HOME_IMAGE = '/api/og/home.png';

/**
 * Tags for devices, search engines and link previews. Addresses without a page are not indexed. `siteUrl` is the site's
 * public origin.
 */
export function headTags(
  page: Page,
  { kind, head }: Pick<RenderedPage, 'kind' | 'head'>,
  siteUrl: string,
  owner: Owner,
): string[] {
  if (kind !== 'page') return ['<meta name="robots" content="noindex">', ...SITE_TAGS];
  const { description, article } = head;
  const preview = {
    /** The canonical address of a page, whatever slash or query was requested. */
    url: siteUrl + addressOf(page),
    title: page.kind === 'home' ? TEXTS['og.home.title'] : withoutSiteName(head.title),
    description,
    image: new URL(article?.image ?? HOME_IMAGE, siteUrl).href,
    imageAlt: article?.imageAlt ?? TEXTS['og.home.alt'],
    article,
  };
  const data =
    page.kind === 'home'
      ? professionalService(siteUrl, owner)
      : article && blogPosting(siteUrl, preview, article);
  return [
    `<link rel="canonical" href="${escaped(preview.url)}">`,
    ...socialTags(preview),
    // A data block is not executed, so the policy for scripts does not apply.
    ...(data ? [`<script type="application/ld+json">${embeddedJson(data)}</script>`] : []),
    ...SITE_TAGS,
  ];
}

/** Previews and search results show the site's name beside the title. */
const withoutSiteName = (title: string) =>
  title.endsWith(TEXTS['meta.post.ending']) ? title.slice(0, -TEXTS['meta.post.ending'].length) : title;

/** OpenGraph for messengers and social networks (https://ogp.me), and additional tags for X. */
function socialTags({ url, title, description, image, imageAlt, article }: LinkPreview): string[] {
  const properties = {
    'og:site_name': TEXTS['og.siteName'],
    'og:locale': 'uk_UA',
    'og:type': article ? 'article' : 'website',
    'og:url': url,
    'og:title': title,
    'og:description': description,
    'og:image': image,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': imageAlt,
    'article:published_time': article?.published,
    'article:author': article?.author,
  };
  const names = {
    author: article?.author,
    // X takes everything else from OpenGraph.
    'twitter:card': 'summary_large_image',
  };
  return [...tags('property', properties), ...tags('name', names)];
}

const tags = (attribute: 'name' | 'property', contents: Readonly<Record<string, string | undefined>>) =>
  Object.entries(contents).flatMap(([name, content]) =>
    content ? [`<meta ${attribute}="${name}" content="${escaped(content)}">`] : [],
  );

/** Words for search engines (site copy, section 18). */
const ORGANIZATION = {
  name: 'Відлуння',
  slogan: 'Маркетинг, який відгукується',
  description:
    'Діджитал-агенція з Вінниці: SMM, контент-маркетинг, лідогенерація, аналітика, SEO та брендинг. Понад 50 фахівців, понад 200 проєктів.',
} as const;

/** The agency, as a publisher. */
const publisher = (siteUrl: string) => ({
  '@type': 'Organization',
  '@id': `${siteUrl}/#organization`,
  name: ORGANIZATION.name,
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
  slogan: ORGANIZATION.slogan,
  description: ORGANIZATION.description,
  image: `${siteUrl}/icon-512.png`,
  telephone: phone,
  email,
  address: postalAddress(address),
  hasMap: map,
  openingHoursSpecification: openingHours(hours),
  sameAs: Object.values(social).filter((link) => link !== ''),
});

/** Preview of a page for links to it. */
interface LinkPreview {
  readonly url: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Address of an image of 1200 × 630. */
  readonly image: string;
  readonly imageAlt: string;
  readonly article: PageHead['article'];
}

/** A post for search engines (https://schema.org/BlogPosting). */
const blogPosting = (
  siteUrl: string,
  { url, title, description, image }: LinkPreview,
  { author, published }: NonNullable<PageHead['article']>,
) => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  mainEntityOfPage: url,
  headline: title,
  description,
  image: { '@type': 'ImageObject', url: image, width: 1200, height: 630 },
  datePublished: published,
  inLanguage: 'uk',
  author: { '@type': 'Person', name: author },
  publisher: publisher(siteUrl),
});

const SHORT_DAYS = ['Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Нд'];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const OPEN = /^(\d\d:\d\d)–(\d\d:\d\d)$/;

/**
 * Opening hours, such as «Пн–Пт 09:00–18:00», in the form of schema.org. Days without hours and texts in other forms
 * are left out: for a search engine, those days are closed.
 */
export const openingHours = (hours: ContactDetails['hours']): object[] =>
  hours.flatMap(({ days, time }) => {
    const [, opens, closes] = OPEN.exec(time) ?? [];
    const [first = '', last = first] = days.split('–');
    const from = SHORT_DAYS.indexOf(first);
    if (!opens || !closes || from === -1) return [];
    const dayOfWeek = DAYS.slice(from, SHORT_DAYS.indexOf(last) + 1);
    return [{ '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }];
  });
