import { type PageHead } from '@vidlunnia/contracts';
import type { DocumentHead } from '@vidlunnia/engine';
import { type Page } from '../src/pages';
import type { SiteFacts } from '../src/texts/texts';
interface PageDocument extends DocumentHead {
  readonly page: Page;
  readonly head: PageHead;
  readonly facts: SiteFacts;
}
/** The blog's news feed. */
export declare const RSS: {
  path: string;
  title: string;
};
/**
 * Tags for devices, search engines, and link previews: OpenGraph for messengers and social networks (https://ogp.me),
 * and more for X. Addresses without a page are not indexed. The canonical address has no trailing slash and no query.
 */
export declare function headTags({ page, kind, head, siteUrl, facts }: PageDocument): string[];
export {};
