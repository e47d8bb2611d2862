import { postPath } from '@vidlunnia/shared/contracts';
import type { Page } from '../../src/pages/pages';

/** The one address of a page, whatever slash or query it was asked with; `null` when there is no such page. */
export function pageUrl(siteUrl: string, page: Page): string | null {
  if (page.kind === 'unknown') return null;
  return siteUrl + (page.kind === 'home' ? '/' : postPath(page.params.postId));
}
