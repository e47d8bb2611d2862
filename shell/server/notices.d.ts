import type { Notice } from '@vidlunnia/engine';
import type { SiteFacts } from '../src/texts/texts';
/**
 * A page with only a message, for visitors who get no rendered page. It cannot fail and costs almost nothing. `html`
 * follows the message, unescaped.
 */
export declare function noticePage(
  { owner: { contact } }: SiteFacts,
  status: number,
  { title, words, html }?: Notice,
): string;
