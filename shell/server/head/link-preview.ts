import type { PageHead } from '@vidlunnia/shared/contracts';
import type { Page } from '../../src/pages/pages';
import { HEAD_TEXTS } from './texts';

/** A page as it is shown where a link to it stands. */
export interface LinkPreview {
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

const SITE_ENDING = HEAD_TEXTS['meta.post.title'].replace('{title}', '');

export function linkPreview(siteUrl: string, url: string, page: Page, head: PageHead): LinkPreview {
  const { title, description, article } = head;
  return {
    url,
    title: page.kind === 'home' ? HEAD_TEXTS['og.home.title'] : headline(title),
    description,
    image: new URL(article?.image ?? HOME_IMAGE, siteUrl).href,
    imageAlt: article?.imageAlt ?? HEAD_TEXTS['og.home.alt'],
    article,
  };
}

/** A title without the site's name: previews and search results say that beside it. */
const headline = (title: string) =>
  title.endsWith(SITE_ENDING) ? title.slice(0, -SITE_ENDING.length) : title;
