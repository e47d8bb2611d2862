import type { PageHead } from '@vidlunnia/contracts';
import { addressOf, type Page } from '../../src/pages/pages';
import type { ReleaseSet } from '../../src/remotes/release-set';
import { embeddedJson, escaped } from './escape';
import { FEED_TEXTS, RSS_PATH } from './feed-documents';
import { blogPosting, professionalService, type LinkPreview } from './structured-data';

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

export interface HeadInput {
  /** Public origin of the site. */
  readonly siteUrl: string;
  readonly status: number;
  readonly page: Page;
  readonly head: PageHead;
  readonly releaseSet: Pick<ReleaseSet, 'owner'>;
}

/** Tags for devices, search engines and link previews. Addresses without a page are not indexed. */
export function headTags({ siteUrl, status, page, head, releaseSet: { owner } }: HeadInput): string[] {
  if (status !== 200 || page.kind === 'unknown')
    return ['<meta name="robots" content="noindex">', ...SITE_TAGS];
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
    'og:image:type': 'image/png',
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
