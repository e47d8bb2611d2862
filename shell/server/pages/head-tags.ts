import type { PageHead } from '@vidlunnia/contracts';
import { addressOf, type Page } from '../../src/pages/pages';
import { attribute, embeddedJson } from './escape';
import { FEED_TEXTS, RSS_PATH } from './feed-documents';
import { blogPosting, organization } from './structured-data';

/** Words for link previews by key (site copy, section 18). */
const TEXTS = {
  'meta.post.title': '{title} — Відлуння',
  'og.siteName': 'Відлуння',
  'og.home.title': 'Гукнемо так, що відгукнеться',
  'og.home.alt':
    'Написи «Гукнемо так, що відгукнеться» та «Відлуння, діджитал-агенція у Вінниці», поруч від коралової крапки розходяться дуги',
} as const;

const meta = (name: string, content: string) => `<meta name="${name}" content="${attribute(content)}">`;

/** A tag of the OpenGraph protocol, which names its properties by an attribute of its own. */
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${attribute(content)}">`;

/** `rest` is further attributes as they stand in the document. */
const link = (rel: string, href: string, rest = '') =>
  `<link rel="${rel}" href="${attribute(href)}"${rest && ` ${rest}`}>`;

/** The same on every page. */
const SITE_TAGS = [
  link('icon', '/favicon.ico', 'sizes="32x32"'),
  link('icon', '/favicon.svg', 'type="image/svg+xml"'),
  link('apple-touch-icon', '/apple-touch-icon.png'),
  link('manifest', '/manifest.webmanifest'),
  link('alternate', RSS_PATH, `type="application/rss+xml" title="${FEED_TEXTS['rss.title']}"`),
];

export interface HeadInput {
  /** Origin by which visitors know the site. */
  readonly siteUrl: string;
  readonly status: number;
  readonly page: Page;
  readonly head: PageHead;
}

/** Tags by which devices, search engines and link previews know a page. What is no page is not to be found by them. */
export function headTags({ siteUrl, status, page, head }: HeadInput): string[] {
  const url = status === 200 ? pageUrl(siteUrl, page) : null;
  if (url === null) return [meta('robots', 'noindex'), ...SITE_TAGS];
  const preview = linkPreview(siteUrl, url, page, head);
  return [
    link('canonical', url),
    ...socialTags(preview),
    ...structuredData(siteUrl, page, preview).map(
      // A block of data: it is not executed, so that the policy for scripts leaves it alone.
      (data) => `<script type="application/ld+json">${embeddedJson(data)}</script>`,
    ),
    ...SITE_TAGS,
  ];
}

/** The one address of a page, whatever slash or query it was requested with; `null` when there is no such page. */
function pageUrl(siteUrl: string, page: Page): string | null {
  if (page.kind === 'unknown') return null;
  return siteUrl + addressOf(page);
}

/** A page as it is shown where a link to it stands. */
interface LinkPreview {
  readonly url: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Address of a drawing of 1200 × 630. */
  readonly image: string;
  readonly imageAlt: string;
  readonly article: PageHead['article'];
}

/** Where the API draws the home page's preview; a post names its own. */
const HOME_IMAGE = '/api/og/home.png';

function linkPreview(siteUrl: string, url: string, page: Page, head: PageHead): LinkPreview {
  const { title, description, article } = head;
  return {
    url,
    title: page.kind === 'home' ? TEXTS['og.home.title'] : withoutSiteName(title),
    description,
    image: new URL(article?.image ?? HOME_IMAGE, siteUrl).href,
    imageAlt: article?.imageAlt ?? TEXTS['og.home.alt'],
    article,
  };
}

const SITE_ENDING = TEXTS['meta.post.title'].replace('{title}', '');

/** Previews and search results say the site's name beside the title. */
const withoutSiteName = (title: string) =>
  title.endsWith(SITE_ENDING) ? title.slice(0, -SITE_ENDING.length) : title;

/** OpenGraph, which messengers and networks read (https://ogp.me), and what X wants beside it. */
function socialTags({ url, title, description, image, imageAlt, article }: LinkPreview): string[] {
  return [
    property('og:site_name', TEXTS['og.siteName']),
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

function structuredData(siteUrl: string, page: Page, preview: LinkPreview): object[] {
  if (page.kind === 'home') return [organization(siteUrl)];
  return preview.article ? [blogPosting(siteUrl, preview, preview.article)] : [];
}
