import type { PageHead } from '@vidlunnia/shared/contracts';
import type { Page } from '../../src/pages/pages';
import { embeddedJson } from '../escape';
import { RSS_PATH } from '../feeds/paths';
import { FEED_TEXTS } from '../feeds/texts';
import { blogPosting } from './blog-posting';
import { linkPreview, type LinkPreview } from './link-preview';
import { organization } from './organization';
import { pageUrl } from './page-url';
import { socialTags } from './social-tags';
import { link, meta } from './tags';

export interface HeadInput {
  /** Origin by which visitors know the site. */
  readonly siteUrl: string;
  readonly status: number;
  readonly page: Page;
  readonly head: PageHead;
}

/** The same on every page. */
const SITE_TAGS = [
  link('icon', '/favicon.ico', 'sizes="32x32"'),
  link('icon', '/favicon.svg', 'type="image/svg+xml"'),
  link('apple-touch-icon', '/apple-touch-icon.png'),
  link('manifest', '/manifest.webmanifest'),
  link('alternate', RSS_PATH, `type="application/rss+xml" title="${FEED_TEXTS['rss.title']}"`),
];

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

function structuredData(siteUrl: string, page: Page, preview: LinkPreview): object[] {
  if (page.kind === 'home') return [organization(siteUrl)];
  return preview.article ? [blogPosting(siteUrl, preview, preview.article)] : [];
}
